#!/bin/sh
# arches.sh runs the golden tests on each architecture that this machine can run: the same session must
# give the same bits everywhere.
#
# linux/386 runs where the machine is an x86-64 Linux, linux/arm64 on its own machines or under
# qemu-aarch64-static (Debian's package qemu-user-static), js/wasm under Node. It says what it has
# to skip.
#
# Exit status: 0 if all results are the same, 1 if not.
set -u
cd "$(dirname "$0")/.."
scripts/need.sh go || exit

export GOFLAGS="${GOFLAGS:-} -buildvcs=false"
have() { command -v "$1" >/dev/null 2>&1; }
status=0
skipped=

# golden GOOS GOARCH [ARGUMENT...] runs the golden tests.
golden() {
	os=$1 arch=$2
	shift 2
	echo "$os/$arch"
	while read -r package tests; do
		CGO_ENABLED=0 GOOS=$os GOARCH=$arch go test -vet=off -short -timeout 30m "$@" -run "$tests" "./$package" </dev/null || status=1
	done <<-'TESTS'
		netsim  OldSessions|SameBitsEverywhere|SameTraceOverVNetAndDirect
		netsync/... Scripts|Stamps|NetworkTime|TimeSyncAsShipped
		game    Golden|EqualStateHashes
		session Golden|ReplayOfALog
		scenario PageRefuses
	TESTS
}

skip() {
	echo "$1: SKIPPED, $2"
	skipped="$skipped $1"
}

# runs_386 tries a program that does nothing: some kernels run only 64-bit programs.
runs_386() (
	nothing=$(mktemp -d)
	trap 'rm -rf "$nothing"' EXIT
	printf 'package main\n\nfunc main() {}\n' >"$nothing/main.go"
	CGO_ENABLED=0 GOOS=linux GOARCH=386 go run "$nothing/main.go" 2>/dev/null
)

own=$(go env GOHOSTOS)/$(go env GOHOSTARCH)
golden "${own%/*}" "${own#*/}"

if [ "$own" != linux/amd64 ]; then
	skip linux/386 'this is no x86-64 Linux'
elif runs_386; then
	golden linux 386
else
	skip linux/386 'this machine runs no 32-bit programs'
fi

if [ "$own" != linux/arm64 ]; then
	if have qemu-aarch64-static; then
		golden linux arm64 -exec qemu-aarch64-static
	else
		skip linux/arm64 'there is no qemu-aarch64-static: apt-get install qemu-user-static'
	fi
fi

if have node; then
	golden js wasm -exec "$(go env GOROOT)/lib/wasm/go_js_wasm_exec"
else
	skip js/wasm 'there is no node'
fi

[ -z "$skipped" ] || echo "skipped:$skipped"
[ $status = 0 ] && echo 'all that ran gave the same' || echo 'NOT THE SAME everywhere, or tests failed'
exit $status
