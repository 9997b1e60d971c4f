"""What serves pages: addresses and who may use them, the kernels behind pages, JupyterHub."""
