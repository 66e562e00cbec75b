#!/bin/sh
# instrument.sh TOOL ARGUMENT... is for go's -toolexec: when fuzzing it has only this program's packages, and those
# that read for it, report what they ran through.
#
# Go instruments every package, and its engine goes through all counters after each execution: 30,000 of them for a
# codec of 100 lines, which takes ten times as long as the codec. What fmt or reflect did leads nowhere anyway.
case "$*" in
*-V=full) # by this the build cache tells these packages from those of a plain go test -fuzz
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
