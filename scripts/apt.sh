# To be read by other scripts: install from Debian's packages, where that is possible.

apt() { # three tries, no questions; what it says is shown only if all of them fail
    said=$(mktemp)
    for try in 1 2 3; do
        if DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=120 "$@" \
            </dev/null >"$said" 2>&1; then
            rm -f "$said"
            return 0
        fi
        sleep $((try * 5))
    done
    tail -n 15 "$said" >&2
    rm -f "$said"
    return 1
}

can_apt() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1
}
