#!/bin/sh
# Make sure that there is npm, which brings Pyodide for the static site and JupyterHub's proxy; install Debian's where
# that is possible. With none this ends with one line that says what to install.
set -eu
. "$(dirname "$0")/apt.sh"

if ! command -v npm >/dev/null 2>&1; then
    if can_apt; then
        echo "vendetta-kit: installing Debian's npm for the static site and JupyterHub's proxy" >&2
        apt update && apt install -y --no-install-recommends npm || true
    fi
    command -v npm >/dev/null 2>&1 || {
        echo "vendetta-kit: npm is missing: install it (Debian: sudo apt-get install npm)" >&2
        exit 1
    }
fi
