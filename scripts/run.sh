#!/bin/sh
# run.sh opens the window of ./driftlab. Where there is no display it runs the same experiment without
# one and takes a picture of the window under Xvfb.
set -eu
scripts=$(dirname "$0")

if [ -n "${DISPLAY:-}" ] || [ "$(uname -s)" != Linux ]; then
	"$scripts/need.sh" window
	exec ./driftlab
fi
echo 'There is no display (DISPLAY is empty): this is the same experiment without a window.'
./driftlab run -o out
"$scripts/need.sh" window
"$scripts/display.sh" ./driftlab -screenshot out/first.png -after 6.45s
echo 'What the window shows after 6.45 s is in out/first.png'
