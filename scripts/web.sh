#!/bin/sh
# web.sh [FOLDER] makes the page in FOLDER, dist/web: files for any static host. Names have a part of their content's
# SHA-256 in them, so that a host may let them be kept for ever, but for index.html.
set -eu
cd "$(dirname "$0")/.."
out=${1:-dist/web}
new=$(mktemp -d) work=$(mktemp -d)
trap 'rm -rf "$new" "$work"' EXIT

# Functions are put into those that call them (inlined) in the program itself, in what draws, and in what a simulated tick
# goes through; elsewhere the copies would be an eighth of what a visitor fetches.
inlined='driftlab/game driftlab/netsim/... driftlab/netsync driftlab/palette driftlab/session driftlab/sound driftlab/timeline driftlab/ui/... driftlab/internal/deepcopy github.com/hajimehoshi/... runtime internal/runtime/... sync/... math/... cmp iter maps slices sort encoding/binary unicode/utf8'
set -- -gcflags=all=-l
for package in $inlined; do set -- "$@" "-gcflags=$package="; done

# Ebitengine fills templates with the texts of its shaders. That a template might call a method by its name has the linker
# keep every method that anything has, a ninth of the program; those templates call none, so here no template does.
kept='if method := ptr.MethodByName(fieldName);' exec=$(go env GOROOT)/src/text/template/exec.go
if grep -q -F "$kept" "$exec"; then
	sed 's/if method := ptr\.MethodByName(fieldName);/if method := (reflect.Value{});/' "$exec" >"$work/exec.go"
	printf '{"Replace": {"%s": "%s"}}' "$exec" "$work/exec.go" >"$work/overlay.json"
	set -- "$@" "-overlay=$work/overlay.json"
else
	echo "$exec calls methods in another way than was known: the program is larger than it need be" >&2
fi

echo 'go build ./web/page for js/wasm'
CGO_ENABLED=0 GOOS=js GOARCH=wasm go build -trimpath -ldflags='-s -w' "$@" -o "$new/driftlab.wasm" ./web/page

sum() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -c1-12; }
# hashed FILE AS.ENDING copies a file under a name with its hash and says that name.
hashed() {
	name="${2%.*}-$(sum "$1").${2##*.}"
	cp "$1" "$new/$name"
	echo "$name"
}
bytes=$(wc -c <"$new/driftlab.wasm" | tr -d ' ')
wasm=$(hashed "$new/driftlab.wasm" driftlab.wasm)
rm "$new/driftlab.wasm"
sed -e "s/WASM/$wasm/; s/BYTES/$bytes/; s/POSTER/$(hashed docs/first.png poster.png)/" \
	-e "s/DISK/$(hashed web/static/disk.js disk.js)/; s/START/$(hashed web/static/start.js start.js)/" \
	-e "s/EMBED/$(hashed web/static/embed.js embed.js)/" \
	-e "s/EXEC/$(hashed "$(go env GOROOT)/lib/wasm/wasm_exec.js" wasm_exec.js)/" web/static/index.html >"$new/index.html"
: >"$new/.nojekyll" # GitHub's pages are to serve all of it as it is
chmod 644 "$new"/* "$new/.nojekyll"

mkdir -p "$out"
# What an earlier page left, by the names that this makes.
rm -f "$out"/driftlab-*.wasm "$out"/poster-*.png "$out"/disk-*.js "$out"/embed-*.js "$out"/start-*.js "$out"/wasm_exec-*.js
cp "$new"/* "$new/.nojekyll" "$out/"
gzip -9 -c "$out/$wasm" | wc -c | awk -v raw="$bytes" '{ printf "%.1f MB, %.2f MB packed by gzip -9\n", raw / 1e6, $1 / 1e6 }'
echo "$out is the page: driftlab serve shows it, and any static host will do"
