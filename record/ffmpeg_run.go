package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// An ffmpegSink feeds raw pictures to an ffmpeg process.
//
// An MP4 file has its index, moov, at the end or the beginning, and is nothing without it. While the film is
// being made, the part file therefore is a fragmented MP4, which has an index for each two seconds: whatever
// ends the making, all but the last of them play. The complete film is copied from that, without encoding
// again, into a plain MP4 with the index in front (faststart), which more players and slides know than
// fragments. WebM needs none of this: its clusters stand for themselves.
type ffmpegSink struct {
	spec    Spec
	format  string
	part    string
	command *exec.Cmd
	stdin   io.WriteCloser
	said    lastLine
	wait    func() error // for the process's end, once
}

func openFFmpeg(s Spec, format string, c codec) (sink, error) {
	f, err := createPart(s.Path) // ffmpeg writes to it again, but here the reason is a plain one
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	e := &ffmpegSink{spec: s, format: format, part: PartName(s.Path)}
	args := filmArgs(s, c)
	if format == "mp4" {
		args = append(args, "-movflags", "+frag_keyframe+empty_moov+default_base_moof")
	} else {
		args = append(args, "-cluster_time_limit", "1000") // ms
	}
	// What is complete goes into the file, and does not wait in ffmpeg for more.
	args = append(args, "-flush_packets", "1", "-f", format, "file:"+e.part)
	e.command = exec.Command("ffmpeg", args...)
	e.command.Stderr = &e.said
	e.command.WaitDelay = pipePatience
	detach(e.command)
	if e.stdin, err = e.command.StdinPipe(); err == nil {
		err = e.command.Start()
	}
	if err != nil {
		_ = os.Remove(e.part)
		return nil, fmt.Errorf("ffmpeg cannot be started: %w", err)
	}
	e.wait = sync.OnceValue(e.command.Wait)
	return e, nil
}

func (e *ffmpegSink) workers() int { return 1 }

func (e *ffmpegSink) frame(k int, rgba []byte) error {
	if _, err := e.stdin.Write(rgba); err != nil {
		_ = e.stdin.Close()
		return e.failed(e.wait(), k)
	}
	return nil
}

// failed says in one line why ffmpeg ended when it should not have.
func (e *ffmpegSink) failed(exit error, k int) error {
	if exit == nil {
		return fmt.Errorf("ffmpeg ended by itself before frame %d", k)
	}
	return fmt.Errorf("frame %d: %w", k, ffmpegError(exit, &e.said))
}

func (e *ffmpegSink) finish() error {
	_ = e.stdin.Close()
	if err := e.wait(); err != nil {
		return ffmpegError(err, &e.said)
	}
	if e.format != "mp4" {
		return place(e.part, e.spec.Path)
	}
	whole := PartName(e.part) // out.part.part.mp4
	_, err := runFFmpeg(context.Background(), e.command.Path, nil, "-hide_banner", "-loglevel", "error", "-nostats", "-y",
		"-i", "file:"+e.part, "-c", "copy", "-movflags", "+faststart", "-f", "mp4", "file:"+whole)
	if err == nil {
		err = place(whole, e.spec.Path)
	}
	if err != nil {
		_ = os.Remove(whole)
		return err
	}
	return os.Remove(e.part)
}

func (e *ffmpegSink) abandon() (string, error) {
	_ = e.stdin.Close() // on which ffmpeg completes the fragment or cluster and ends
	_ = e.wait()
	return keepUnlessEmpty(e.part)
}

func (e *ffmpegSink) kill() { _ = e.command.Process.Kill() }

// ffmpegError puts how ffmpeg ended and the last thing that it said into one line.
func ffmpegError(exit error, said *lastLine) error {
	var how *exec.ExitError
	if !errors.As(exit, &how) {
		return fmt.Errorf("ffmpeg: %w", exit)
	}
	if line := said.String(); line != "" {
		return fmt.Errorf("ffmpeg: %s (%s)", line, how)
	}
	return fmt.Errorf("ffmpeg: %s", how)
}

// lastLine remembers the end of what is written to it: bounded, whatever a program says.
type lastLine struct {
	mu   sync.Mutex
	tail []byte
}

func (l *lastLine) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tail = append(l.tail, p...)
	if extra := len(l.tail) - 2048; extra > 0 {
		l.tail = append(l.tail[:0], l.tail[extra:]...)
	}
	return len(p), nil
}

// String is the last line that is not empty, without "[libx264 @ 0x55…]" in front, whose number tells nobody
// anything.
func (l *lastLine) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := bytes.FieldsFunc(l.tail, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimSpace(string(lines[i]))
		if who, what, found := strings.Cut(line, "] "); found && strings.HasPrefix(who, "[") {
			line = strings.TrimSpace(what)
		}
		if line != "" {
			return line
		}
	}
	return ""
}
