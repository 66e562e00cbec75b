#!/bin/sh
# display.sh COMMAND... runs a command where windows can open: on the display that there is, or else
# on one that Xvfb makes.
if [ -n "${DISPLAY:-}" ] || [ "$(uname -s)" != Linux ]; then
	exec "$@"
fi
exec xvfb-run -a -s '-screen 0 1600x900x24' "$@"
