//go:build !js

package encode

import (
	"bytes"
	"cmp"
	"fmt"

	"driftlab/internal/files"
)

// An ffmpegSink feeds raw pictures to an ffmpeg process.
//
// An MP4 file has its index, moov, at the end or the beginning, and cannot be played without it. So while the film is
// being made, the part file is a fragmented MP4, which has an index every two seconds: if it breaks off, all but the
// last fragment play. The complete film is copied from that, without encoding again, into a plain MP4 with the index in
// front (faststart), which more players and slides know than fragments. WebM needs none of this: each of its clusters
// plays by itself.
type ffmpegSink struct {
	*program
	spec   Spec
	format string
	part   string
	made   string // the copy; "" for none
	audio  soundCodec
}

func openFFmpeg(s Spec, format string, found ffmpegFound) (sink, error) {
	e := &ffmpegSink{spec: s, format: format, part: PartName(s.Path)}
	if err := e.reserve(e.part); err != nil {
		return nil, err
	}
	if s.Sound != nil {
		if c, ok := probeSound(s, found.program, format); ok {
			e.audio = c
		}
	}
	args := filmArgs(s, found.codec)
	if format == "mp4" {
		args = append(args, "-movflags", "+frag_keyframe+empty_moov+default_base_moof")
	} else {
		args = append(args, "-cluster_time_limit", "1000") // ms
	}
	// ffmpeg writes complete packets into the file at once.
	args = append(args, "-metadata", "encoding_tool="+Stamp, "-flush_packets", "1", "-f", format, "file:"+e.part)
	e.program = newProgram(s, found.program, args...)
	err := e.feed()
	if err == nil {
		err = e.start()
	}
	if err != nil {
		_ = s.disk().Remove(e.part)
		return nil, err
	}
	return e, nil
}

// room is how many bytes must be free on the disk before ffmpeg starts, since ffmpeg's own message would not say that the disk is
// full.
const room = 1 << 14

// reserve creates the file before ffmpeg opens it, so that a fault of the folder or the disk has a clear message.
func (e *ffmpegSink) reserve(name string) error {
	f, err := createPart(e.spec.disk(), name)
	if err != nil {
		return err
	}
	_, err = f.Write(append([]byte(Stamp), make([]byte, room)...)) // with the stamp, in case the program is killed here
	if err = cmp.Or(err, f.Sync(), f.Truncate(0), f.Close()); err != nil {
		_ = e.spec.disk().Remove(name)
		return fmt.Errorf("%s cannot be written: %w", name, files.Reason(err))
	}
	return nil
}

func (e *ffmpegSink) frame(k int, rgba []byte) error {
	if _, err := e.Write(rgba); err == nil {
		return nil
	}
	_ = e.stdin.Close()
	if err := e.wait(e.part); err != nil {
		return fmt.Errorf("frame %d: %w", k, err)
	}
	return fmt.Errorf("ffmpeg ended by itself before frame %d", k)
}

func (e *ffmpegSink) finish() ([]Whole, error) {
	_ = e.stdin.Close()
	if err := e.wait(e.part); err != nil {
		return nil, err
	}
	name := e.part
	if e.format == "mp4" || e.audio.name != "" {
		name = PartName(e.part) // out.part.part.mp4
		if err := e.reserve(name); err != nil {
			return nil, err
		}
		e.made = name
		// A copy of the part with its index in front and with the sound, which is encoded only here: a copy of a fragmented file
		// loses what it says about a codec's delay.
		args := []string{"-hide_banner", "-loglevel", "error", "-nostats", "-y", "-i", "file:" + e.part}
		if e.audio.name != "" {
			args = append(args, "-itsoffset", e.audio.delay, "-i", "file:"+e.spec.soundPart(), "-map", "0:v", "-map", "1:a", "-c:a", e.audio.name, "-b:a", e.audio.rate)
		}
		args = append(args, "-c:v", "copy", "-metadata", "encoding_tool="+Stamp)
		if e.format == "mp4" {
			args = append(args, "-movflags", "+faststart")
		}
		if err := newProgram(e.spec, e.command.Path, append(args, "-f", e.format, "file:"+name)...).run(name); err != nil {
			return nil, err
		}
	}
	return []Whole{{name, e.spec.Path}}, checkOurs(e.spec.disk(), name) // ffmpeg has opened it by name
}

func (e *ffmpegSink) sound() string { return e.audio.title }

func (e *ffmpegSink) placed() error {
	if e.made == "" {
		return nil
	}
	return e.spec.disk().Remove(e.part)
}

func (e *ffmpegSink) abandon() (string, int, error) {
	_ = e.stdin.Close() // then ffmpeg completes the fragment or cluster and ends
	_ = e.wait(e.part)
	if e.made != "" {
		_ = e.spec.disk().Remove(e.made)
	}
	kept, err := keepUnlessEmpty(e.spec.disk(), e.part)
	return kept, 0, err
}

// run starts a program without input and waits for its end.
func (p *program) run(output string) error {
	if err := p.start(); err != nil {
		return err
	}
	return p.wait(output)
}

// ask runs ffmpeg to get an answer. Its error is one line.
func ask(s Spec, path string, stdin []byte, args ...string) ([]byte, error) {
	p, said := newProgram(s, path, args...), &answer{}
	p.command.Stdin, p.command.Stdout = bytes.NewReader(stdin), said
	if err := p.run(""); err != nil {
		return nil, err
	}
	return said.Bytes(), nil
}
