#!/bin/sh
# run.sh MAKE builds ./driftlab and opens its window. Where there is no display it runs the same experiment without one and takes a picture of
# the window under Xvfb, if it can. It asks for system packages first, so that you can leave it alone afterwards.
set -eu
scripts=$(dirname "$0")
headless=
[ -n "${DISPLAY:-}" ] || [ "$(uname -s)" != Linux ] || headless=yes

pictures=yes
"$scripts/need.sh" window || pictures=
[ -n "$pictures$headless" ] || exit 2
"$1" --no-print-directory build
[ -n "$headless" ] || exec ./driftlab

echo 'There is no display (DISPLAY is empty): this is the same experiment without a window.'
./driftlab run -o out
if [ -n "$pictures" ] && "$scripts/display.sh" ./driftlab -screenshot out/first.png -after 6.45s; then
	echo 'What the window shows after 6.45 s is in out/first.png'
else
	echo 'A picture of the window could not be made here; the experiment and its files in out are whole.'
fi
