#!/bin/sh
# See that there is what the test in Firefox needs: Firefox itself (printed: its path) and puppeteer-core, which drives it
# over WebDriver BiDi; install Debian's and npm's packages where that is possible.
set -eu
. "$(dirname "$0")/apt.sh"

look() {
    for candidate in "${VENDETTA_FIREFOX:-}" firefox-esr firefox; do
        [ -n "$candidate" ] || continue
        command -v "$candidate" 2>/dev/null && return 0
    done
    return 1
}

if ! look >/dev/null && can_apt; then
    echo "vendetta-kit: installing Debian's firefox-esr for the browser tests" >&2
    apt update && apt install -y --no-install-recommends firefox-esr || true
fi
look || {
    echo "vendetta-kit: the long browser tests need Firefox (Debian: sudo apt-get install firefox-esr) or its path in VENDETTA_FIREFOX" >&2
    exit 1
}
if [ ! -d build/firefox/node_modules/puppeteer-core ]; then
    sh "$(dirname "$0")/npm.sh"
    npm install --silent --no-fund --no-audit --ignore-scripts --prefix build/firefox puppeteer-core@24.43.1 >&2
fi
