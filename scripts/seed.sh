#!/bin/sh
# seed.sh prints the seed with which make test draws its examples. It is made from the current commit, so that a
# commit always gives the same result; 1 if git can't tell.
hash=$(git -C "$(dirname "$0")" rev-parse --short=15 HEAD 2>/dev/null) || hash=1
printf '%d\n' "0x$(echo "$hash" | cut -c1-15)"
