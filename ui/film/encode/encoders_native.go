//go:build !js

package encode

import "runtime"

var mp4Encoders = []encoder{ffmpegEncoder("mp4"), {
	name: "builtin",
	probe: func(Spec) (string, error) {
		line := "H.264 by the built-in OpenH264 2.3.1 (WebAssembly)"
		if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
			line += ", interpreted and slow on " + runtime.GOARCH
		}
		return line, nil
	},
	open: openBuiltin,
}}

var webmEncoders = []encoder{ffmpegEncoder("webm")}

const insteadOfWebM = "; an .mp4 needs no other program"
