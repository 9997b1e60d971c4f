"""The web server of the pages: addresses and access, the kernels of pages, JupyterHub."""
