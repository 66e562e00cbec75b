//go:build !js

package encode

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"driftlab/internal/programs"
)

// A codec is one of ffmpeg's encoders, with its arguments.
type codec struct {
	name  string // ffmpeg's
	title string
	args  []string
}

// codecs lists ffmpeg's encoders for a format in the order in which they are tried. The qualities keep thin lines and small text
// on flat colours legible; a key frame every 2 s (set in filmArgs) makes seeking quick. The system's own encoders (macOS,
// Windows) come after the libraries: their quality differs between machines.
func codecs(format string) []codec {
	if format == "webm" {
		return []codec{
			{"libvpx-vp9", "VP9", []string{"-deadline", "realtime", "-cpu-used", "7", "-row-mt", "1", "-tile-columns", "2", "-crf", "26", "-b:v", "0"}},
			{"libvpx", "VP8", []string{"-deadline", "realtime", "-cpu-used", "8", "-crf", "10", "-b:v", "8M"}},
		}
	}
	return []codec{
		{"libx264", "H.264", []string{"-preset", "veryfast", "-crf", "18"}},
		{"libopenh264", "H.264", []string{"-b:v", "8M"}},
		{"h264_videotoolbox", "H.264", []string{"-b:v", "8M"}},
		{"h264_mf", "H.264", []string{"-b:v", "8M"}},
	}
}

// ffmpegs caches what probing ffmpeg has found: starting it a few times takes about half a second.
var ffmpegs struct {
	sync.Mutex
	found map[string]ffmpegFound // by program and format
}

type ffmpegFound struct {
	program string // its path
	codec   codec
	line    string
	err     error
}

func ffmpegEncoder(format string) encoder {
	return encoder{
		name: "ffmpeg",
		probe: func(s Spec) (string, error) {
			found := probeFFmpeg(s, format)
			return found.line, found.err
		},
		open: func(s Spec) (sink, error) {
			found := probeFFmpeg(s, format)
			if found.err != nil {
				return nil, found.err
			}
			return openFFmpeg(s, format, found)
		},
	}
}

// probeFFmpeg finds the ffmpeg program and the first of its encoders that encodes a picture here: some builds list encoders whose
// hardware or library is missing.
func probeFFmpeg(s Spec, format string) ffmpegFound {
	program, err := programs.Find("ffmpeg")
	if err != nil {
		return ffmpegFound{err: errors.New("no program ffmpeg in PATH")}
	}
	ffmpegs.Lock()
	defer ffmpegs.Unlock()
	key := program + " " + format
	if found, known := ffmpegs.found[key]; known {
		return found
	}
	found := tryFFmpeg(s, program, format)
	if ffmpegs.found == nil {
		ffmpegs.found = map[string]ffmpegFound{}
	}
	if found.err == nil { // a failure is not cached: it may be fixed while the program runs
		ffmpegs.found[key] = found
	}
	return found
}

func tryFFmpeg(s Spec, program, format string) ffmpegFound {
	version, err := ask(s, program, nil, "-version")
	if err != nil {
		return ffmpegFound{err: err}
	}
	listed, err := ask(s, program, nil, "-hide_banner", "-encoders")
	if err != nil {
		return ffmpegFound{err: err}
	}
	var names []string
	for _, c := range codecs(format) {
		names = append(names, c.name)
		if !lists(listed, c.name) {
			continue
		}
		// One picture of 128×96: hardware encoders refuse smaller ones.
		size := Spec{Width: 128, Height: 96, FPS: 30}
		args := append(filmArgs(size, c), "-f", "null", "-")
		if _, err = ask(s, program, make([]byte, size.frameBytes()), args...); err != nil {
			continue
		}
		return ffmpegFound{program: program, codec: c, line: fmt.Sprintf("%s by ffmpeg %s (%s)", c.title, ffmpegVersion(version), c.name)}
	}
	if err == nil {
		err = fmt.Errorf("it has none of the encoders %s", strings.Join(names, ", "))
	}
	return ffmpegFound{err: err}
}

// lists reports whether ffmpeg's list of encoders has the name. A line is "flags name description".
func lists(list []byte, name string) bool {
	for line := range strings.Lines(string(list)) {
		if words := strings.Fields(line); len(words) > 1 && words[1] == name {
			return true
		}
	}
	return false
}

// ffmpegVersion is the third word of "ffmpeg version 5.1.9-0+deb12u1 Copyright…", without the packager's part.
func ffmpegVersion(out []byte) string {
	words := strings.Fields(string(out))
	if len(words) < 3 {
		return "of unknown version"
	}
	version, _, _ := strings.Cut(words[2], "-")
	return version
}

// filmArgs are ffmpeg's arguments up to the output: raw pictures from standard input, one H.264 or VP9 stream
// in BT.709, limited range, and marked as such. Without the marks players guess the matrix from the height,
// and colours differ between a small and a large film.
func filmArgs(s Spec, c codec) []string {
	args := []string{
		"-hide_banner", "-loglevel", "error", "-nostats", "-y",
		"-f", "rawvideo", "-pix_fmt", "rgb0", // the fourth byte is ignored
		"-video_size", fmt.Sprintf("%dx%d", s.Width, s.Height),
		"-framerate", strconv.Itoa(s.FPS),
		"-i", "pipe:0", "-an",
		"-vf", "scale=in_range=full:out_range=limited:out_color_matrix=bt709:flags=accurate_rnd+full_chroma_int,format=yuv420p",
		"-c:v", c.name,
	}
	args = append(args, c.args...)
	if b := newBudget(s); b.most > 0 {
		rate := b.most * 8 * int64(s.FPS) / int64(s.Frames)
		args = append(args, "-maxrate", strconv.FormatInt(rate, 10), "-bufsize", strconv.FormatInt(rate, 10))
		if slices.Contains(c.args, "-b:v") && c.name != "libvpx-vp9" {
			args = append(args, "-b:v", strconv.FormatInt(min(rate, 8_000_000), 10))
		}
	}
	return append(args,
		"-g", strconv.Itoa(2*s.FPS),
		"-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709")
}

// A soundCodec is one of ffmpeg's encoders for sound.
type soundCodec struct {
	name, title string
	rate        string // bits a second
	// delay is by how many seconds ffmpeg's container starts the sound too early: for Opus it removes the 312 samples before the
	// first audible one twice.
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
