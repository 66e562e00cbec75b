#!/bin/sh
# build.sh FOLDER makes libvpx.wasm.gz, the built-in VP8 encoder, from the source of libvpx in FOLDER.
#
# FOLDER is chromium.googlesource.com/webm/libvpx at v1.12.0, or what `apt-get source libvpx` gives on Debian 12.
# It needs make, perl, clang 14 or newer with lld and llvm, and the C library for WebAssembly; on Debian:
#   apt-get install make perl clang lld llvm wasi-libc libclang-rt-dev-wasm32
# Only the VP8 encoder is compiled, for one thread, with the 128-bit SIMD of WebAssembly.
set -eu
source=$(cd "${1:?usage: build.sh FOLDER}" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
cd "$objects"

clang='clang --target=wasm32-wasi'
flags="-O3 -msimd128 -w -I$here/stub -D_WASI_EMULATED_PROCESS_CLOCKS"
llvm() { command -v "llvm-$1" || ls /usr/lib/llvm-*/bin/"llvm-$1" | tail -1; }
CC=$clang CXX=$clang LD=$clang AR=$(llvm ar) NM=$(llvm nm) STRIP=true "$source/configure" --target=generic-gnu \
	--disable-multithread --disable-vp9 --disable-vp8-decoder --disable-examples --disable-tools --disable-docs \
	--disable-unit-tests --disable-webm-io --disable-libyuv --enable-realtime-only --disable-runtime-cpu-detect \
	--disable-postproc --extra-cflags="$flags" >/dev/null
make -s libvpx.a
$clang $flags -I"$source" -I. -c "$here/glue.c" -o glue.o
$clang -mexec-model=reactor -Wl,--strip-all -Wl,--gc-sections glue.o libvpx.a -lm -lwasi-emulated-process-clocks -o libvpx.wasm
gzip -9 -n -c libvpx.wasm >"$here/libvpx.wasm.gz"
ls -l "$here/libvpx.wasm.gz"
