#!/bin/sh
# instrument.sh TOOL ARGUMENT... is for go's -toolexec: when fuzzing, only this program's packages and its decoders
# report their coverage.
#
# Go instruments every package, and its engine reads all counters after each execution: 30,000 of them for a
# codec of 100 lines, which takes ten times as long as the codec itself. Coverage of fmt or reflect helps nobody.
case "$*" in
*-V=full) # the build cache uses this to tell these packages from those of a plain go test -fuzz
	version=$("$@") || exit
	echo "$version ours"
	exit
	;;
esac
case ${TOOLEXEC_IMPORTPATH-} in
driftlab* | github.com/BurntSushi/*) exec "$@" ;;
esac
tool=$1
shift
for argument; do
	shift
	[ "$argument" = -d=libfuzzer ] || set -- "$@" "$argument"
done
exec "$tool" "$@"
