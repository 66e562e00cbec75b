//go:build !js

package encode

func mp4Encoders() []encoder { return []encoder{ffmpegEncoder("mp4"), builtinEncoder()} }

const insteadOfWebM = "; an .mp4 needs no other program"

func webmEncoders() []encoder { return []encoder{ffmpegEncoder("webm")} }
