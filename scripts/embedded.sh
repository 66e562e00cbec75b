#!/bin/sh
# embedded.sh makes the built-in encoders anew from their sources, on Debian 12, as root or through sudo. It shows
# the checksums of before and after; docs/embedded.md has those of before.
set -eu
cd "$(dirname "$0")/.."
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
$sudo apt-get -q update
$sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends \
	ca-certificates wget dpkg-dev make perl clang lld llvm wasi-libc libclang-rt-dev-wasm32

sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
fetch() { # PACKAGE: its upstream source, unpacked
	mkdir "$sources/$1"
	url=$(apt-get source --print-uris -o Apt::Get::Source::deb-src=true "$1" 2>/dev/null | grep -o "https\?://[^']*orig\.tar\.[a-z0-9]*" | head -n 1)
	[ -n "$url" ] || { echo "no source of $1: apt needs a deb-src line" >&2; exit 1; }
	wget -q -O "$sources/$1.tar" "$url"
	tar -xf "$sources/$1.tar" -C "$sources/$1" --strip-components=1
}
modules='record/openh264/openh264.wasm.gz record/libvpx/libvpx.wasm.gz'
sha256sum $modules
for package in openh264 libvpx; do
	fetch "$package"
	"record/$package/build.sh" "$sources/$package"
done
sha256sum $modules
