#!/bin/sh
# debian.sh FOLDER [PACKAGE...] makes a folder with a fresh Debian trixie and some packages in it, for scripts that run a program
# there (chroot). An existing folder is kept.
#
# Exit status: 0 if it is there, 2 if this machine can't have it.
set -eu
root=$1
shift
PATH=$PATH:/usr/sbin:/sbin
skip() {
	echo "$*" >&2
	exit 2
}
[ ! -d "$root" ] || exit 0
[ "$(uname -sm)" = 'Linux x86_64' ] || skip 'it needs Linux on an x86-64'
[ "$(id -u)" = 0 ] || skip 'only root can make a folder with a Debian in it'
command -v debootstrap >/dev/null || skip 'debootstrap is missing: apt-get install debootstrap'
mkdir -p "$(dirname "$root")"
log=$root.log
echo "Debian is fetched into $root"
rm -rf "$root.new"
debootstrap --variant=minbase trixie "$root.new" >"$log" 2>&1 || skip "debootstrap could not fetch Debian, see $log"
cp /etc/resolv.conf "$root.new/etc/"
if [ $# -gt 0 ]; then
	# shellcheck disable=SC2016
	chroot "$root.new" sh -c 'export DEBIAN_FRONTEND=noninteractive; apt-get update && apt-get install -y --no-install-recommends "$@"' sh "$@" \
		>>"$log" 2>&1 || skip "packages could not be fetched, see $log"
fi
mv "$root.new" "$root"
