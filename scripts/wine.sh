#!/bin/sh
# wine.sh [ZIP] runs the program for Windows under Wine: the golden tests, a run whose files must have the same
# bytes as here, and a picture of the window. The program comes from a release's zip, or is built. It runs in a
# folder with spaces and umlauts, and may leave only its settings outside of it.
#
# Wine gets its own folder, out/.wine: Debian trixie with Wine 10, 1.5 GB, separate from the rest of the machine.
#
# Exit status: 0 if all is right, 1 if not, 2 if this machine can't try it.
set -eu
zip=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."
scripts/need.sh go
root=$PWD/out/.wine
scripts/debian.sh "$root" wine wine64 xvfb xauth || {
	echo 'wine.sh: skipped' >&2
	exit 2
}

here=$root/driftlab # where the program runs
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
# On disk C:, except Windows' own files.
files() { find "$WINEPREFIX/drive_c" -type f ! -path '*/windows/*' ! -path '*/Temp/*' | sort; }
files >/driftlab/before
wine driftlab.exe version | head -n 1
wine driftlab.exe run -duration 10s -o 'ein Lauf' >/dev/null
diff -r /driftlab/linux 'ein Lauf'
wine driftlab.exe -screenshot 'ein Bild.png' -after 3s
wine driftlab.exe -open 'ein Lauf\session.toml' -screenshot 'noch eins.png' -after 3s
test -s 'ein Bild.png'
test -s 'noch eins.png' # of a live window, so its bytes vary
wineserver -w
files >/driftlab/after
# The program may keep only its settings.
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
# In its own namespace, so that mounts disappear at the end.
unshare --mount sh -c 'mount --bind . "$0/src" && mount -t proc proc "$0/proc" && chroot "$0" xvfb-run -a sh /driftlab/inside.sh' "$root"
echo "the files of a run are the same, nothing is left in the registry or beside its folder, and $(dirname "$program") has pictures of the window"
