#!/bin/sh
# wine.sh runs the program for Windows under Wine: the tests that compare with what is written down, a run whose files have to have
# the bytes of this system's, a picture of the window, and register and unregister, of which nothing may be left.
#
# Wine comes in a folder of its own, out/.wine: Debian trixie with Wine 10, 1.5 GB, of which nothing else on the machine knows.
#
# Exit status: 0 all is as it has to be, 1 something is not, 2 it cannot be tried here.
set -eu
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin:/sbin
skip() {
	echo "wine.sh: skipped: $*" >&2
	exit 2
}
[ "$(uname -sm)" = 'Linux x86_64' ] || skip 'it needs Linux on an x86-64'
[ "$(id -u)" = 0 ] || skip 'only root can make a folder with a Debian in it'
scripts/need.sh go
root=$PWD/out/.wine
mkdir -p out
if [ ! -d "$root" ]; then
	command -v debootstrap >/dev/null || skip 'debootstrap is missing: apt-get install debootstrap'
	echo "Debian and Wine are fetched into $root"
	rm -rf "$root.new"
	debootstrap --variant=minbase trixie "$root.new" >out/wine.log 2>&1 || skip 'debootstrap could not fetch Debian, see out/wine.log'
	cp /etc/resolv.conf "$root.new/etc/"
	chroot "$root.new" sh -c 'export DEBIAN_FRONTEND=noninteractive; apt-get update && apt-get install -y --no-install-recommends wine wine64 xvfb xauth' \
		>>out/wine.log 2>&1 || skip 'Wine could not be fetched, see out/wine.log'
	mv "$root.new" "$root"
fi

here=$root/driftlab # what runs in it
rm -rf "$here"
mkdir -p "$here" "$root/src"
export CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} -buildvcs=false"
go build -o "$here/driftlab" .
GOOS=windows go build -o "$here/driftlab.exe" .
for package in netsim netsync/clocks game session internal/desktop; do
	GOOS=windows go test -c -o "$here/tests/$package.exe" "./$package"
done
"$here/driftlab" run -duration 10s -o "$here/linux" >/dev/null

cat >"$here/inside.sh" <<'INSIDE'
set -eu
export WINEPREFIX=/driftlab/prefix WINEDEBUG=-all HOME=/root
cd /driftlab
wine driftlab.exe version | head -n 1
wine driftlab.exe run -duration 10s -o windows >/dev/null
diff -r linux windows
classes='HKCU\Software\Classes'
wine driftlab.exe register
wine reg query "$classes\\driftlab1\\shell\\open\\command" | grep -F 'driftlab.exe" -- "%1"'
wine driftlab.exe unregister
for key in Driftlab.Session driftlab1 .toml; do
	if wine reg query "$classes\\$key" >/dev/null 2>&1; then echo "$key is left" >&2; exit 1; fi
done
wine driftlab.exe -screenshot window.png -after 3s
while read -r package tests; do
	echo "windows/amd64 $package"
	(cd "/src/$package" && wine "/driftlab/tests/$package.exe" -test.short -test.run "$tests" </dev/null)
done <<'TESTS'
netsim OldSessions|SameBitsEverywhere|SameTraceOverVNetAndDirect
netsync/clocks Scripts|Stamps|TimeSyncAsShipped
game Golden|EqualStateHashes
session Golden|ReplayOfALog
internal/desktop Registry|Erased
TESTS
INSIDE
# In a space of its own, so that what is mounted is gone at the end.
unshare --mount sh -c 'mount --bind . "$0/src" && mount -t proc proc "$0/proc" && chroot "$0" xvfb-run -a sh /driftlab/inside.sh' "$root"
echo "the files of a run are the same, nothing is left in the registry, and $here/window.png is the window"
