#!/bin/sh
# See that there is a PostgreSQL for the tests of tables; install Debian's package where that is possible.
# Where it is missing this ends with one line that says what to install.
set -eu
. "$(dirname "$0")/apt.sh"

missing() {
    ! command -v initdb >/dev/null 2>&1 && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

missing || exit 0
if can_apt; then
    echo "vendetta-kit: installing Debian's PostgreSQL for the tests of tables" >&2
    apt update && apt install -y --no-install-recommends postgresql || true
fi
missing && {
    echo "vendetta-kit: the tests of tables need PostgreSQL (Debian: sudo apt-get install postgresql)" >&2
    exit 1
}
exit 0
