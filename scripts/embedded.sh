#!/bin/sh
# embedded.sh makes the built-in encoder again from its source, on Debian 12, as root or through sudo. It shows
# both checksums, old and new; docs/sources.md has the old ones.
set -eu
cd "$(dirname "$0")/.."
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
$sudo apt-get -q update
$sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends \
	ca-certificates make perl xz-utils clang lld llvm wasi-libc libclang-rt-dev-wasm32

# Few systems list Debian's sources, so apt gets its own list and folder for them, from the same server as
# the packages.
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
debian=$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 'Codename: bookworm' 'Component: main' | head -n 1)
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${debian:?apt has no packages of Debian 12} bookworm main" >"$sources/list"
mkdir -p "$sources/lists/partial"
apt() { apt-get -q -o Dir::Etc::SourceList="$sources/list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$sources/lists" "$@"; }
apt update
module=ui/film/encode/openh264/openh264.wasm.gz
sha256sum "$module"
# Its upstream source, whose checksum apt compares.
(cd "$sources" && apt source --download-only --tar-only openh264 && mkdir openh264 && tar -xf ./*.orig.tar.* -C openh264 --strip-components=1)
ui/film/encode/openh264/build.sh "$sources/openh264"
sha256sum "$module"
