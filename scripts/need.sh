#!/bin/sh
# need.sh go|make|window|drive|shells|languages|browsers|slurm makes sure that something is installed.
#
#   go        the Go tool
#   make      make
#   window    the libraries that a window loads and, where there is no display, Xvfb with software GL
#   drive     Xvfb and xdotool, with which a test drives the window
#   shells    bash, zsh and fish, whose completions are tested
#   languages Python, Node, TypeScript and Mono, in which guests and ports of Midline are tested
#   browsers  Chromium and Firefox, in which the page is tested
#   slurm     Slurm and munge, with which a sweep is tried as a job array
#
# On Debian and Ubuntu it installs what is missing, but not Go. Elsewhere it only says what is missing
# and continues, since names and places differ. Exit status 2: it is needed and could not be installed.
set -eu
PATH=$PATH:/usr/sbin:/sbin # where Debian keeps ldconfig

missing= # required packages
wanted=  # optional packages, installed along with them

have() { command -v "$1" >/dev/null 2>&1; }
lib() { ldconfig -p 2>/dev/null | grep -q -F "$1"; }
debian() { [ -e /etc/debian_version ] && have apt-get; }

need_window() {
	[ "$(uname -s)" = Linux ] || return 0
	lib libX11.so.6 || missing="$missing libx11-6"
	lib libGL.so.1 || missing="$missing libgl1"
	lib libXcursor.so.1 || wanted="$wanted libxcursor1"
	lib libXi.so.6 || wanted="$wanted libxi6"
	lib libXinerama.so.1 || wanted="$wanted libxinerama1"
	lib libXrandr.so.2 || wanted="$wanted libxrandr2"
	lib libXrender.so.1 || wanted="$wanted libxrender1"
	[ -z "${DISPLAY:-}" ] || return 0
	have xvfb-run && have Xvfb || missing="$missing xvfb"
	have xauth || missing="$missing xauth"
	if debian; then
		dpkg-query -W libgl1-mesa-dri >/dev/null 2>&1 || missing="$missing libgl1-mesa-dri"
	fi
}

need_drive() {
	[ "$(uname -s)" = Linux ] || return 0
	have Xvfb || missing="$missing xvfb"
	have xdotool || missing="$missing xdotool"
}

need_shells() {
	for shell in bash zsh fish; do
		have "$shell" || missing="$missing $shell"
	done
}

# No C compiler: with one, Go would rebuild its library with cgo in the middle of the tests.
need_languages() {
	have python3 || missing="$missing python3"
	have node || missing="$missing nodejs"
	have tsc || missing="$missing node-typescript"
	have mcs || missing="$missing mono-mcs"
	have mono || missing="$missing mono-runtime"
}

need_browsers() {
	[ "$(uname -s)" = Linux ] || return 0
	have chromium || have chromium-browser || have google-chrome || have google-chrome-stable || missing="$missing chromium"
	have firefox-esr || have firefox || missing="$missing firefox-esr"
}

need_slurm() {
	for program in slurmctld slurmd sbatch; do
		have "$program" || missing=' slurm-wlm'
	done
	have munged || missing="$missing munge"
}

# install runs apt-get, as root or through sudo, and is silent unless that fails.
install() {
	sudo=
	if [ "$(id -u)" != 0 ]; then
		have sudo || return 1
		sudo=sudo
		[ -t 0 ] || sudo='sudo -n'
	fi
	log=$(mktemp)
	if { $sudo apt-get -q -o DPkg::Lock::Timeout=120 update &&
		$sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=120 \
			install --no-install-recommends "$@"; } >"$log" 2>&1 </dev/null; then
		rm -f "$log"
		return 0
	fi
	tail -n 5 "$log" >&2
	rm -f "$log"
	return 1
}

case ${1:-} in
go)
	if ! have go; then
		echo 'Go 1.26 or newer is needed and was not found: see https://go.dev/dl' >&2
		exit 2
	fi
	;;
make) have make || missing=make ;;
window) need_window ;;
drive) need_drive ;;
shells) need_shells ;;
languages) need_languages ;;
browsers) need_browsers ;;
slurm) need_slurm ;;
*)
	echo 'usage: need.sh go|make|window|drive|shells|languages|browsers|slurm' >&2
	exit 2
	;;
esac

[ -n "$missing" ] || exit 0
if ! debian; then
	echo "This may be missing, under the names that Debian has for it:$missing" >&2
	exit 0
fi
echo "Installing$missing$wanted"
# shellcheck disable=SC2086 # package names are words
if ! install $missing $wanted; then
	echo "Missing and could not be installed here: apt-get install$missing$wanted" >&2
	exit 2
fi
