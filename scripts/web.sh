#!/bin/sh
# web.sh [-base URL] [FOLDER] makes the page in FOLDER (ui/web/dist): files for any static host. File names contain part of their
# SHA-256, so that a host may let browsers cache them for ever, except index.html, game/lesson/*.html, manifest.webmanifest
# and sw.js. URL is the folder's future address, for the previews that other sites show of a link to it.
set -eu
base=
if [ "${1:-}" = -base ]; then
	base=${2:-}
	shift "$(($# < 2 ? $# : 2))"
	if ! printf %s "$base" | tr '\n' ' ' | grep -Eqx 'https?://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._~%/-]*)?'; then
		echo "web.sh: -base: \"$base\" is not an address (allowed: https://HOST/PATH)" >&2
		exit 2
	fi
fi
cd "$(dirname "$0")/.."
out=${1:-ui/web/dist}
new=$(mktemp -d) work=$(mktemp -d)
trap 'rm -rf "$new" "$work"' EXIT

# Functions are inlined in the program itself, in drawing code, and in what a simulated tick
# runs; elsewhere the copies would be an eighth of the download.
own=$(go list -m)
inlined="$own/game $own/netsim/... $own/netsync $own/netsync/clocks $own/game/session $own/ui/... $own/internal/deepcopy $own/internal/xvfb $own/netsync/guest github.com/hajimehoshi/... runtime internal/runtime/... sync/... math math/bits cmp iter maps slices sort encoding/binary unicode/utf8"
set -- -gcflags=all=-l
for package in $inlined; do set -- "$@" "-gcflags=$package="; done
# Not in these rooms of the window: a frame spends little time there.
for room in config film film/encode filming lessons notice panel share sound web/page web/window widgets words; do set -- "$@" "-gcflags=$own/ui/$room=-l"; done
# Nor in Ebitengine's shader compiler, which runs only at the start: 1/300 of the program.
for room in internal/shader internal/shaderir/...; do set -- "$@" "-gcflags=github.com/hajimehoshi/ebiten/v2/$room=-l"; done

# Three things keep unused code in the page's program. Ebitengine fills templates with the text of its shaders; since a
# template might call any method by name, the linker keeps every method, a ninth of the program, although those templates
# call none. It asks where its own source is, which a page can't know. And it can rewrite shaders that count in
# texels, with a printer for Go's source, although every shader here counts in pixels. So here no template calls
# methods, no package is found, and no source is printed.
overlay= replaced=
# without FILE KNOWN INSTEAD builds the program with one text in a file of Go's library replaced by another.
without() {
	from=$(go env GOROOT)/src/$1 to=$work/$(basename "$1")
	if ! grep -q -F "$2" "$from"; then
		echo "$from is another than was known: the program is larger than it need be" >&2
		return
	fi
	awk -v known="$2" -v instead="$3" '{ i = index($0, known); print i ? substr($0, 1, i - 1) instead substr($0, i + length(known)) : $0 }' "$from" >"$to"
	replaced="$replaced${replaced:+, }\"$from\": \"$to\""
	printf '{"Replace": {%s}}' "$replaced" >"$work/overlay.json"
	overlay=-overlay=$work/overlay.json
}
without text/template/exec.go 'if method := ptr.MethodByName(fieldName);' 'if method := (reflect.Value{});'
without go/build/build.go 'if path == "" {' 'if true {'
without go/printer/printer.go 'return (&Config{Tabwidth: 8}).Fprint(output, fset, node)' 'return io.ErrClosedPipe'

# No JPEG is ever read: fonts can have JPEGs for glyphs, but those here have outlines.
without image/jpeg/reader.go 'func init() {' 'func without() {'
# Ebitengine's debug logs are never shown in a browser.
without log/slog/handler.go 'buf := buffer.New()' 'return nil; buf := buffer.New()'

# mp4ff has two tables of readers for its boxes, 1/40 of the program, although films are only written; and fonts
# can have TIFFs too. Go can't replace a file of a module, so these are copies of the modules without them.
cp go.mod go.sum "$work"
# copied MODULE FILE... builds the program with a copy of a module in which these files initialise nothing. The
# program contains the name of the copy's folder, so it is always the same one: building the page twice gives the same bytes.
copied() {
	module=$1 copy=out/$(basename "$1")-$(go list -m -f '{{.Version}}' "$1")
	shift
	if [ ! -d "$copy" ]; then
		mkdir -p out
		new_copy=$(mktemp -d out/copy-XXXXXX)
		cp -r "$(go list -m -f '{{.Dir}}' "$module")" "$new_copy/module"
		chmod -R u+w "$new_copy/module"
		for file in "$@"; do sed -i.known "s/^func init() {/func without_$(basename "$file" .go)() {/" "$new_copy/module/$file"; done
		mv "$new_copy/module" "$copy"
		rmdir "$new_copy"
	fi
	go mod edit -replace "$module=./$copy" "$work/go.mod"
}
copied github.com/Eyevinn/mp4ff mp4/box.go mp4/boxsr.go
copied golang.org/x/image tiff/reader.go

go run ./scripts/icons "$work"
export CGO_ENABLED=0 GOOS=js GOARCH=wasm
echo 'go build ./ui/web/window for js/wasm'
go build -trimpath -modfile="$work/go.mod" -ldflags='-s -w' "$@" ${overlay:+"$overlay"} -o "$work/driftlab.wasm" ./ui/web/window

sum() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -c1-12; }
# hashed FILE AS.ENDING copies a file under a name with its hash and prints that name.
hashed() {
	name="${2%.*}-$(sum "$1").${2##*.}"
	cp "$1" "$new/$name"
	echo "$name"
}
bytes() { wc -c <"$1" | tr -d ' '; }
script() { hashed "ui/web/static/$1.js" "$1.js"; }

wasm_exec=$(hashed "$(go env GOROOT)/lib/wasm/wasm_exec.js" wasm_exec.js)
icon() { hashed "$work/icon-$1.png" "icon$1.png"; }
small=$(icon 32) touched=$(icon 180)
sed -e "s/ICON192/$(icon 192)/; s/ICON512/$(icon 512)/" ui/web/static/manifest.webmanifest >"$new/manifest.webmanifest"
page=$(hashed "$work/driftlab.wasm" driftlab.wasm)
cat assets/thumbs/*.png >"$work/thumbs.bin"
sizes=$(for file in assets/thumbs/*.png; do printf '["%s",%s],' "$(basename "$file")" "$(bytes "$file")"; done)
# While the program loads, a page shows the lesson of its address: its picture, and the title from its file.
lessons=
mkdir "$work/lesson"
for file in assets/lessons/*.toml; do
	stem=$(basename "$file" .toml)
	said() { sed -n "s/^$1 = \"\(.*\)\"\$/\1/p" "$file" | head -n 1 | sed 's/[&/\\]/\\&/g'; }
	poster=$(hashed "assets/thumbs/lesson-${stem#*-}.png" "poster${stem%%-*}.png")
	lessons="$lessons{name: \"lesson-${stem#*-}\", poster: \"$poster\", title: {en: \"$(said title.en)\", de: \"$(said title.de)\"}},"
	# And a page without the program, whose title, picture and text other sites can show for a link.
	sed -e "s/TITLE.en/$(said title.en)/; s/TITLE.de/$(said title.de)/; s/ASKS.en/$(said asks.en)/; s/ASKS.de/$(said asks.de)/" \
		-e "s/NAME/${stem#*-}/; s/PICTURE/$poster/; s/ICON32/$small/; ${base:+s#BASE#${base%/}#; }/BASE/d" ui/web/static/lesson.html >"$work/lesson/${stem#*-}.html"
done
sed -e "s/THUMBS/$(hashed "$work/thumbs.bin" thumbs.bin)/; s/SIZES/$sizes/" \
	-e "s/WASM/$page/; s/BYTES/$(bytes "$new/$page")/; s/POSTER/$(hashed docs/pictures/first.png poster.png)/; s/LESSONS/$lessons/" \
	-e "s/ICON32/$small/; s/ICON180/$touched/" \
	-e "s/DISK/$(script disk)/; s/EXEC/$wasm_exec/; s/CLIPBOARD/$(script clipboard)/; s/EMBED/$(script embed)/; s/POINTER/$(script pointer)/; s/FETCH/$(script fetch)/; s/PICTURE/$(script poster)/; s/START/$(script start)/" \
	ui/web/static/index.html >"$new/index.html"
# The pictures of lessons are for embedded pages, which keep nothing for offline use.
others=$(cd "$new" && ls | grep -v -e '\.wasm$' -e '^poster[0-9]' | sed 's/.*/"&"/' | paste -s -d , -)
sed -e "s#FILES#\"./\",$others#; s#PROGRAM#$page#" ui/web/static/sw.js >"$new/sw.js"
: >"$new/.nojekyll" # so that GitHub Pages serves all files unchanged
mv "$work/lesson" "$new"
find "$new" -type f -exec chmod 644 {} +

mkdir -p "$out"
# Files of an earlier page, by the names that this script makes.
for name in driftlab icon32 icon180 icon192 icon512 lab poster clipboard disk embed fetch pointer results start thumbs touch wasm_exec words worker; do rm -f "$out/$name"-*.*; done
rm -f "$out"/poster[0-9][0-9]-*.png "$out"/lesson/*.html "$out/lab.html"
cp -R "$new/." "$out"
if [ "$out" = ui/web/dist ]; then # tests need no sizes
	gzip -9 -c "$out/$page" | wc -c |
		awk -v name="$page" -v raw="$(bytes "$out/$page")" '{ printf "%s: %.1f MB, %.2f MB packed by gzip -9\n", name, raw / 1e6, $1 / 1e6 }'
fi
echo "$out is the page: driftlab serve shows it, and any static host will do"
