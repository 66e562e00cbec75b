#!/bin/sh
# fresh.sh [FOLDER] uses the tarball and the Debian package of a release, dist/release, as a new user does, each in a fresh Debian
# trixie: installs it, opens the window, makes a film, goes to the first lesson and its second step, saves the session, opens it
# again, and removes the program. Only the saved files and the settings may remain.
#
# The screen is Xvfb's and the keys are xdotool's, both outside. The Debian is kept in out/.debian; out/fresh has the screens.
#
# Exit status: 0 if all is right, 1 if not, 2 if this machine can't try it.
set -eu
folder=$(realpath "${1:-dist/release}")
cd "$(dirname "$0")/.."
skip() {
	echo "fresh.sh: skipped: $*" >&2
	exit 2
}
scripts/need.sh drive || skip 'there is no Xvfb, or no xdotool'
debian=$PWD/out/.debian
scripts/debian.sh "$debian" || skip 'there is no Debian'
tarball=$(ls "$folder"/driftlab-*-linux-amd64.tar.xz) deb=$(ls "$folder"/driftlab-*-linux-amd64.deb)
screens=$PWD/out/fresh
rm -rf "$screens"
mkdir -p "$screens"

work=$(mktemp -d) root= xvfb= program=
trap '[ -z "$program" ] || kill "$program"; [ -z "$xvfb" ] || kill "$xvfb"; rm -rf "$work"' EXIT
mkfifo "$work/number"
Xvfb -displayfd 3 -fbdir "$work" -ac -nolisten tcp -screen 0 1280x720x24 3>"$work/number" 2>"$work/xvfb.log" &
xvfb=$!
read -r number <"$work/number"
export DISPLAY=":$number"

# inside runs a command in the Debian, with a temporary /proc. It replaces the shell that calls it.
# shellcheck disable=SC2016
inside() { exec unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$@"' "$root" "$@"; }
system() { (inside "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"); }
# shellcheck disable=SC2016
ada() { # what a new user types, in her own folder
	inside --userspec=ada:ada "$root" env -i HOME=/home/ada PATH=/usr/bin:/bin LC_ALL=C.UTF-8 DISPLAY="$DISPLAY" \
		sh -c 'cd "/home/ada/Zeit & Größe" && exec "$@"' sh "$@"
}
# All files except the system's book-keeping and the graphics driver's cache.
files() {
	(cd "$root" && find . ! -type d ! -path './var/log/*' ! -path './var/cache/*' ! -path './var/lib/apt/*' ! -path './var/lib/dpkg/*' \
		! -path './tmp/*' ! -path './home/ada/.cache/mesa_shader_cache*' | sort)
}
# appears FILE [KEY] waits for one of her files, and presses the key that writes it again in case a slow machine has missed it.
appears() {
	for i in $(seq 1500); do
		if find "$root/home/ada/Zeit & Größe" -name "$1" ! -name '*.part.*' | grep -q .; then return 0; fi
		if [ -n "${2:-}" ] && [ $((i % 100)) = 0 ]; then press "$2"; fi
		sleep 0.2
	done
	echo "there is no $1" >&2
	return 1
}
opened() {
	(ada "$@") &
	program=$!
	timeout 120 xdotool search --sync --onlyvisible --name '^driftlab' windowfocus --sync >/dev/null
	sleep 5
}
press() { xdotool key "$1" && sleep 2; }
screen() { cp "$work/Xvfb_screen0" "$screens/$1.xwd"; }
closed() {
	kill "$program" # as when she logs out
	wait "$program" || [ $? = 130 ]
	program=
}

# used KIND COMMAND is what she does with the program.
used() {
	(ada "$2" version) | head -n 1
	opened "$2"
	screen "$1-opened"
	press r # a film from here on
	sleep 3
	press r
	appears '*.mp4'
	press 1         # the first lesson
	press Page_Down # its question
	press Page_Down # the answer
	press Page_Down # its second step
	screen "$1-lesson"
	press l
	appears session.toml l
	closed
	opened "$2" session.toml -log again.toml
	screen "$1-again"
	press Page_Down # it opens at a question, and nothing is saved before the answer
	press l
	appears again.toml l
	closed
}
# begins and ends surround it: a fresh Debian with a user, in which only what she saved remains.
begins() {
	root=$work/$1
	cp -a "$debian" "$root"
	system useradd -m ada
	system install -d -o ada -g ada '/home/ada/Zeit & Größe'
}
ends() {
	files >"$work/after"
	comm -13 "$work/before" "$work/after" >"$work/left"
	cat "$work/left"
	if grep -v -e '^\./home/ada/Zeit & Größe/' -e '^\./home/ada/.config/driftlab/settings.toml$' "$work/left"; then
		echo "$1: that is left" >&2
		exit 1
	fi
}

echo "$(basename "$deb")"
begins deb
files >"$work/before"
cp "$deb" "$root/tmp/driftlab.deb"
system sh -c 'apt-get update && apt-get install -y --no-install-recommends /tmp/driftlab.deb' >"$work/apt.log" 2>&1 || { tail "$work/apt.log" >&2; exit 1; }
used deb driftlab
system apt-get purge -y --auto-remove driftlab >"$work/apt.log" 2>&1 || { tail "$work/apt.log" >&2; exit 1; }
ends deb

echo "$(basename "$tarball")"
begins tarball
system sh -c 'apt-get update && apt-get install -y --no-install-recommends libx11-6 libgl1 xz-utils' >"$work/apt.log" 2>&1 || { tail "$work/apt.log" >&2; exit 1; }
files >"$work/before"
cp "$tarball" "$root/tmp/driftlab.tar.xz"
(ada tar -xf /tmp/driftlab.tar.xz --strip-components=1 --one-top-level=Driftlab)
used tarball ./Driftlab/driftlab
(ada rm -r Driftlab)
ends tarball
echo "both were used, and nothing of the program is left; the screens are in $screens"
