//go:build !js

package encode

// A soundCodec is one of ffmpeg's encoders for sound.
type soundCodec struct {
	name, title string
	rate        string // bits a second
	// delay is by how many seconds ffmpeg's container has it begin too early, counted from its first sample that is heard: of
	// Opus it takes off the 312 samples before that twice.
	delay string
}

// soundCodecs has one for each format.
var soundCodecs = map[string]soundCodec{
	"mp4":  {"aac", "AAC", "160k", "0"},
	"webm": {"libopus", "Opus", "128k", "0.0065"},
}

// probeSound returns ffmpeg's encoder for a format's sound, if it really encodes a tenth of a second.
func probeSound(s Spec, program, format string) (soundCodec, bool) {
	c := soundCodecs[format]
	_, err := ask(s, program, make([]byte, 4*4800), "-hide_banner", "-loglevel", "error", "-nostats",
		"-f", "s16le", "-ar", "48000", "-ac", "2", "-i", "pipe:0", "-c:a", c.name, "-f", "null", "-")
	return c, err == nil
}
