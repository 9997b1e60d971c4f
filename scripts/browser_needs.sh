#!/bin/sh
# See that there is what the browser tests need beside Chromium: the fonts that pages are drawn and printed with, and the
# one system library that Playwright's driver links to; install Debian's packages where that is possible.
# Where something is missing this ends with one line that says what to install.
set -eu
. "$(dirname "$0")/apt.sh"

PACKAGES="fontconfig fonts-liberation fonts-dejavu-core fonts-dejavu-extra libatomic1"

missing() { # prints the first thing that is not there
    for font in "Liberation Sans" "Liberation Serif" "DejaVu Serif" "DejaVu Sans Condensed"; do
        fc-list ":family=$font" 2>/dev/null | grep -q . || {
            echo "the font $font"
            return
        }
    done
    if command -v ldconfig >/dev/null 2>&1 && ! ldconfig -p | grep -q 'libatomic\.so\.1'; then
        echo "the library libatomic.so.1"
    fi
}

[ -n "$(missing)" ] || exit 0
if can_apt; then
    echo "vendetta-kit: installing Debian's fonts and libatomic1 for the browser tests" >&2
    # each word is a package
    # shellcheck disable=SC2086
    apt update && apt install -y --no-install-recommends $PACKAGES || true
fi
[ -z "$(missing)" ] || {
    echo "vendetta-kit: the browser tests need $(missing) (Debian: sudo apt-get install $PACKAGES)" >&2
    exit 1
}
