package session

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
)

// The files of a run.
const (
	SummaryFile = "summary.json"
	ClockFile   = "clock.csv"
	PacketsFile = "packets.csv"
	LogFile     = "session.toml"
)

// Output writes the files of a run into a folder. Each is written under a name of its own first and
// takes its place only when it is whole, so a run that breaks off leaves older files as they were.
// It is a [Recorder].
type Output struct {
	dir     string
	clock   *traceFile
	packets *traceFile
	names   []string // algorithms
	line    []byte
}

// traceFile is a text file while it is being written.
type traceFile struct {
	f *os.File
	w *bufio.Writer
}

// NewOutput makes the folder if there is none and opens the trace files.
func NewOutput(dir string) (*Output, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("folder %q cannot be made: %w", dir, reason(err))
	}
	o := &Output{dir: dir, names: algorithmNames()}
	var err error
	if o.clock, err = o.create(ClockFile, "t_ns,client,algorithm,true_server_ns,estimated_server_ns,error_ns\n"); err != nil {
		return nil, err
	}
	if o.packets, err = o.create(PacketsFile, "id,kind,from,to,sent_ns,due_ns,fate,size_bytes\n"); err != nil {
		o.clock.abandon()
		return nil, err
	}
	return o, nil
}

func (o *Output) create(name, head string) (*traceFile, error) {
	f, err := os.CreateTemp(o.dir, name+".*.partial")
	if err != nil {
		return nil, fmt.Errorf("folder %q cannot be written to: %w", o.dir, reason(err))
	}
	t := &traceFile{f, bufio.NewWriterSize(f, 1<<16)}
	t.w.WriteString(head) // an error stays in the writer until finish
	return t, nil
}

// Packet implements Recorder.
func (o *Output) Packet(p *netsim.Packet) {
	b := strconv.AppendUint(o.line[:0], p.ID, 10)
	b = append(b, ',')
	b = append(b, game.Kind(p.Kind).String()...)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(p.From), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(p.To), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(p.Sent), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(p.Due), 10)
	b = append(b, ',')
	b = append(b, p.Fate.String()...)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(len(p.Data)), 10)
	o.line = append(b, '\n')
	o.packets.w.Write(o.line)
}

// Clock implements Recorder.
func (o *Output) Clock(c ClockSample) {
	b := strconv.AppendInt(o.line[:0], int64(c.Time), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(c.Client), 10)
	b = append(b, ',')
	b = append(b, o.names[c.Algorithm]...)
	b = append(b, ',')
	b = appendServer(b, c.True)
	b = append(b, ',')
	b = appendServer(b, c.Estimated)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(c.Error()), 10)
	o.line = append(b, '\n')
	o.clock.w.Write(o.line)
}

func appendServer(b []byte, s netsync.Server) []byte { return strconv.AppendInt(b, int64(s), 10) }

// Finish writes summary and log and puts all files in their places.
func (o *Output) Finish(s *Session) error {
	text, err := json.MarshalIndent(s.Summary(), "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", SummaryFile, err)
	}
	for _, file := range []struct {
		name, text string
	}{{SummaryFile, string(text) + "\n"}, {LogFile, s.Log().Text()}} {
		t, err := o.create(file.name, file.text)
		if err == nil {
			err = t.finish(filepath.Join(o.dir, file.name))
		}
		if err != nil {
			o.Abandon()
			return err
		}
	}
	err = o.clock.finish(filepath.Join(o.dir, ClockFile))
	return errors.Join(err, o.packets.finish(filepath.Join(o.dir, PacketsFile)))
}

// Abandon removes what has been written; older files stay.
func (o *Output) Abandon() {
	o.clock.abandon()
	o.packets.abandon()
}

func (t *traceFile) abandon() {
	t.f.Close()
	os.Remove(t.f.Name())
}

// finish puts a whole file in its place.
func (t *traceFile) finish(path string) error {
	err := t.w.Flush()
	if err == nil {
		err = t.f.Chmod(0o644)
	}
	err = errors.Join(err, t.f.Close())
	if err == nil {
		err = os.Rename(t.f.Name(), path)
	}
	if err != nil {
		os.Remove(t.f.Name())
		return fmt.Errorf("%q: %w", path, reason(err))
	}
	return nil
}

// WriteFile writes a file so that a broken-off write leaves an older one as it was.
func WriteFile(path, text string) error {
	o := Output{dir: filepath.Dir(path)}
	t, err := o.create(filepath.Base(path), text)
	if err != nil {
		return err
	}
	return t.finish(path)
}

// reason takes the path out of a file error, since messages name it already.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
