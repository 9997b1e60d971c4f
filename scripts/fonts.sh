#!/bin/sh
# See that the fonts are there with which the browser tests draw and print pages; install Debian's where that is possible.
# Where one is missing this ends with one line that says what to install.
set -eu
. "$(dirname "$0")/apt.sh"

PACKAGES="fontconfig fonts-liberation fonts-dejavu-core fonts-dejavu-extra"

missing() { # prints the first font that is not there
    for font in "Liberation Sans" "Liberation Serif" "DejaVu Serif" "DejaVu Sans Condensed"; do
        fc-list ":family=$font" 2>/dev/null | grep -q . || {
            echo "$font"
            return
        }
    done
}

[ -n "$(missing)" ] || exit 0
if can_apt; then
    echo "vendetta-kit: installing Debian's fonts for the browser tests" >&2
    # each word is a package
    # shellcheck disable=SC2086
    apt update && apt install -y --no-install-recommends $PACKAGES || true
fi
[ -z "$(missing)" ] || {
    echo "vendetta-kit: the browser tests need the font $(missing): install it (Debian: sudo apt-get install $PACKAGES)" >&2
    exit 1
}
