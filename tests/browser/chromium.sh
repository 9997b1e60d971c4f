#!/bin/sh
# Chromium as the tests use it: Debian's, or what VENDETTA_CHROMIUM names, without the menus of its address bar. Each new window
# would load them, some 400 files and more work than a page of the kit, though nobody types there. The driver gives a list of what
# is off, and Chromium reads one such list only: so that list gets longer here.
for arg; do
    shift
    case $arg in
        --disable-features=*) arg="$arg,WebUIOmniboxPopup,WebUIOmniboxAimPopup" ;;
    esac
    set -- "$@" "$arg"
done
exec "${VENDETTA_CHROMIUM:-/usr/bin/chromium}" "$@"
