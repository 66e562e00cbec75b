//go:build !js

package encode

func h264Encoders() []encoder {
	return []encoder{ffmpegEncoder("mp4"), openH264Encoder(), builtinH264()}
}

func webmEncoders() []encoder { return []encoder{ffmpegEncoder("webm"), builtinVP8()} }
