#!/bin/sh
# module.sh PATH gives the module another path, such as example.org/team/driftlab, so that go get finds its packages where
# the project lives: in go.mod, in all imports, and where docs name a package. The program is called driftlab as before.
#
# Exit status: 0 if it is done, 2 if PATH isn't a module path.
set -eu
cd "$(dirname "$0")/.."
path=${1:-}
case $path in
'' | *[!A-Za-z0-9._~/-]* | /* | */ | *//*)
	echo "module.sh: PATH: \"$path\" is no module path, such as example.org/team/driftlab" >&2
	exit 2
	;;
esac
old=$(go list -m)
packages=$(go list -f '{{.ImportPath}}' ./... | sed "s|^$old/\\{0,1\\}||; s|/.*||" | sort -u | grep . | paste -sd '|' -)
go mod edit -module "$path"
git ls-files '*.go' '*.md' | xargs sed -i -E "s#\"$old/($packages)([/\"])#\"$path/\\1\\2#g"
git ls-files '*.md' | xargs sed -i -E "s#(go doc( -[a-z]+)*|go get) $old/#\\1 $path/#g; s#-require $old@v0.0.0 -replace $old=#-require $path@v0.0.0 -replace $path=#g"
gofmt -w $(git ls-files '*.go')
go build ./...
