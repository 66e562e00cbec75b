package session

import (
	"io"
	"strconv"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// A ClockLog writes clock.csv: every algorithm's estimate at every client tick. It is a [Recorder].
type ClockLog struct {
	w     io.Writer
	names []string // algorithms
	line  []byte
}

// NewClockLog begins the file of a session with some clocks. Errors are left to the writer, which must keep them.
func NewClockLog(w io.Writer, clocks []registry.Algorithm) *ClockLog {
	io.WriteString(w, "t_ns,client,algorithm,true_server_ns,estimated_server_ns,error_ns\n")
	l := &ClockLog{w: w}
	for _, a := range clocks {
		l.names = append(l.names, a.Name)
	}
	return l
}

// Record implements Recorder.
func (l *ClockLog) Record(e Entry) {
	c, ok := e.(*ClockSample)
	if !ok {
		return
	}
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
