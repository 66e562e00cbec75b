#!/bin/sh
# build.sh FOLDER makes openh264.wasm.gz, the built-in H.264 encoder, from the source of OpenH264 in FOLDER.
#
# FOLDER is github.com/cisco/openh264 at v2.3.1, or what `apt-get source openh264` gives on Debian 12.
# It needs clang 14 or newer with lld, and the C library for WebAssembly; on Debian:
#   apt-get install clang lld wasi-libc libclang-rt-dev-wasm32
# Only encoder, common and processing are compiled, for one thread, with the 128-bit SIMD of WebAssembly.
set -eu
codec=$(cd "${1:?usage: build.sh FOLDER}/codec" && pwd)
cd "$(dirname "$0")"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

# __Fuchsia__ chooses the way to count processors that needs no headers of a system.
flags="--target=wasm32-wasi -O3 -msimd128 -fno-exceptions -fno-rtti -DNDEBUG -D__Fuchsia__ -D_WASI_EMULATED_SIGNAL -w
-Istub -I$codec/api/wels -I$codec/common/inc -I$codec/encoder/core/inc -I$codec/encoder/plus/inc
-I$codec/processing/interface -I$codec/processing/src/common -I$codec/processing/src/vaacalc
-I$codec/processing/src/adaptivequantization"

for source in glue.cpp runtime.cpp "$codec"/common/src/*.cpp "$codec"/encoder/core/src/*.cpp \
	"$codec"/encoder/plus/src/*.cpp "$codec"/processing/src/*/*.cpp; do
	case $source in */DllEntry.cpp) continue ;; esac # Windows only
	# shellcheck disable=SC2086 # flags are words
	clang++ $flags -c "$source" -o "$objects/$(basename "$source" .cpp).o"
done
clang++ --target=wasm32-wasi -mexec-model=reactor -nostdlib++ -Wl,--strip-all -Wl,--gc-sections \
	-Wl,-z,stack-size=1048576 "$objects"/*.o -o "$objects/openh264.wasm"
gzip -9 -n -c "$objects/openh264.wasm" >openh264.wasm.gz
ls -l openh264.wasm.gz
