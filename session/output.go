package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"driftlab/game"
	"driftlab/netsim"
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
	clock   *ClockLog
	packets *File
	line    []byte
}

// NewOutput makes the folder if there is none and opens the trace files.
func NewOutput(dir string) (*Output, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("folder %q cannot be made: %w", dir, reason(err))
	}
	o := &Output{dir: dir}
	var err error
	if o.clock, err = NewClockLog(filepath.Join(dir, ClockFile)); err != nil {
		return nil, err
	}
	if o.packets, err = o.create(PacketsFile, "id,kind,from,to,sent_ns,due_ns,fate,size_bytes,cause\n"); err != nil {
		o.clock.Abandon()
		return nil, err
	}
	return o, nil
}

// create begins a file of the folder with its first lines.
func (o *Output) create(name, head string) (*File, error) {
	f, err := NewFile(filepath.Join(o.dir, name))
	if err == nil {
		f.w.WriteString(head) // an error stays in the writer until Finish
	}
	return f, err
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
	b = append(b, ',')
	b = append(b, p.Cause.String()...)
	o.line = append(b, '\n')
	o.packets.w.Write(o.line)
}

// Clock implements Recorder.
func (o *Output) Clock(c ClockSample) { o.clock.Clock(c) }

// Tick implements Recorder.
func (o *Output) Tick(netsim.NodeID, netsim.Time, int64) {}

// Event implements Recorder: the log has the events.
func (o *Output) Event(*Event) {}

// Finish writes summary and log and puts all files in their places.
func (o *Output) Finish(s *Session) error {
	text, err := json.MarshalIndent(s.Summary(), "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", SummaryFile, err)
	}
	for _, file := range []struct {
		name, text string
	}{{SummaryFile, string(text) + "\n"}, {LogFile, s.Log().Text()}} {
		f, err := o.create(file.name, file.text)
		if err == nil {
			err = f.Finish()
		}
		if err != nil {
			o.Abandon()
			return err
		}
	}
	return errors.Join(o.clock.Finish(), o.packets.Finish())
}

// Abandon removes what has been written; older files stay.
func (o *Output) Abandon() {
	o.clock.Abandon()
	o.packets.Abandon()
}
