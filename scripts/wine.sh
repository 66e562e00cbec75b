#!/bin/sh
# wine.sh [ZIP] runs the program for Windows under Wine: the tests that compare with what is written down, a run whose files have to
# have the bytes of this system's, and a picture of the window. The program is that of a zip of a release, or
# else it is built. It is used in a folder with spaces and umlauts, beside which it may leave its settings and nothing else.
#
# Wine comes in a folder of its own, out/.wine: Debian trixie with Wine 10, 1.5 GB, of which nothing else on the machine knows.
#
# Exit status: 0 all is as it has to be, 1 something is not, 2 it cannot be tried here.
set -eu
zip=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."
scripts/need.sh go
root=$PWD/out/.wine
scripts/debian.sh "$root" wine wine64 xvfb xauth || {
	echo 'wine.sh: skipped' >&2
	exit 2
}

here=$root/driftlab # what runs in it
program="$here/Zeit & Größe/driftlab.exe"
rm -rf "$here"
mkdir -p "$here/Zeit & Größe" "$root/src"
export CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} -buildvcs=false"
go build -o "$here/driftlab" .
if [ -n "$zip" ]; then
	unzip -q -j "$zip" '*/driftlab.exe' -d "$(dirname "$program")"
else
	GOOS=windows go build -o "$program" .
fi
for package in netsim netsync/clocks game session internal/desktop; do
	GOOS=windows go test -c -o "$here/tests/$package.exe" "./$package"
done
"$here/driftlab" run -duration 10s -o "$here/linux" >/dev/null

cat >"$here/inside.sh" <<'INSIDE'
set -eu
export WINEPREFIX=/driftlab/prefix WINEDEBUG=-all HOME=/root LC_ALL=C.UTF-8
cd '/driftlab/Zeit & Größe'
wineboot --init
# On disk C: but for what Windows itself keeps there.
files() { find "$WINEPREFIX/drive_c" -type f ! -path '*/windows/*' ! -path '*/Temp/*' | sort; }
files >/driftlab/before
wine driftlab.exe version | head -n 1
wine driftlab.exe run -duration 10s -o 'ein Lauf' >/dev/null
diff -r /driftlab/linux 'ein Lauf'
wine driftlab.exe -screenshot 'ein Bild.png' -after 3s
wine driftlab.exe -open 'ein Lauf\session.toml' -screenshot 'noch eins.png' -after 3s
test -s 'ein Bild.png'
test -s 'noch eins.png' # a live window's, so not the same to the bit
wineserver -w
files >/driftlab/after
# What the program keeps is its settings alone.
if comm -13 /driftlab/before /driftlab/after | grep -v '/AppData/Roaming/driftlab/settings.toml$'; then
	echo 'that is left outside its folder' >&2
	exit 1
fi
ls
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
echo "the files of a run are the same, nothing is left in the registry or beside its folder, and $(dirname "$program") has pictures of the window"
