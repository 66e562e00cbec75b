#!/bin/sh
# display.sh COMMAND... runs a command where windows can open: on the current display, or else
# on one of Xvfb.
if [ -n "${DISPLAY:-}" ] || [ "$(uname -s)" != Linux ]; then
	exec "$@"
fi
exec xvfb-run -a -s '-screen 0 1600x900x24' "$@"
