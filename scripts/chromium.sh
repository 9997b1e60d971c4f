#!/bin/sh
# Print the path of a Chromium or Chrome for the browser tests; install Debian's where that is possible.
# The browser tests are never skipped: with no browser this ends with one line that says what to install.
set -eu
. "$(dirname "$0")/apt.sh"

look() {
    for candidate in "${VENDETTA_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
        /Applications/Chromium.app/Contents/MacOS/Chromium; do
        [ -n "$candidate" ] || continue
        if found=$(command -v "$candidate" 2>/dev/null); then
            printf '%s\n' "$found"
            exit 0
        fi
    done
}

fail() {
    echo "vendetta-kit: $*" >&2
    exit 1
}

if [ -n "${VENDETTA_CHROMIUM:-}" ] && ! command -v "$VENDETTA_CHROMIUM" >/dev/null 2>&1; then
    fail "VENDETTA_CHROMIUM=$VENDETTA_CHROMIUM is not a program"
fi
look
if can_apt; then
    echo "vendetta-kit: installing Debian's chromium for the browser tests" >&2
    if apt update && apt install -y --no-install-recommends chromium; then
        look
    fi
fi
fail "the browser tests need Chromium or Chrome: install one (Debian: sudo apt-get install chromium) or set VENDETTA_CHROMIUM to its path"
