"""The games of the kit, a folder for each; they stand on the kernel and know nothing of one another."""
