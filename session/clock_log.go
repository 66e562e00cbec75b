package session

import (
	"strconv"

	"driftlab/netsim"
	"driftlab/netsync"
)

// A ClockLog writes clock.csv: every algorithm's estimate at every client tick. Like all files of a run it
// takes its place when it is whole. It is a [Recorder].
type ClockLog struct {
	*File
	names []string // algorithms
	line  []byte
}

// NewClockLog begins the file.
func NewClockLog(path string) (*ClockLog, error) {
	f, err := NewFile(path)
	if err != nil {
		return nil, err
	}
	f.w.WriteString("t_ns,client,algorithm,true_server_ns,estimated_server_ns,error_ns\n") // an error stays in the writer until Finish
	return &ClockLog{File: f, names: algorithmNames()}, nil
}

// Clock implements Recorder.
func (l *ClockLog) Clock(c ClockSample) {
	b := strconv.AppendInt(l.line[:0], int64(c.Time), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(c.Client), 10)
	b = append(b, ',')
	b = append(b, l.names[c.Algorithm]...)
	b = append(b, ',')
	b = appendServer(b, c.True)
	b = append(b, ',')
	b = appendServer(b, c.Estimated)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(c.Error()), 10)
	l.line = append(b, '\n')
	l.w.Write(l.line)
}

func appendServer(b []byte, s netsync.Server) []byte { return strconv.AppendInt(b, int64(s), 10) }

// Packet implements Recorder.
func (l *ClockLog) Packet(*netsim.Packet) {}

// Tick implements Recorder.
func (l *ClockLog) Tick(netsim.NodeID, netsim.Time, int64) {}

// Event implements Recorder.
func (l *ClockLog) Event(*Event) {}
