package session

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/netsim"
)

// The files of a run.
const (
	SummaryFile = "summary.json"
	ClockFile   = "clock.csv"
	PacketsFile = "packets.csv"
	LogFile     = "session.toml"
)

// Output writes the files of a run into a folder, where they take their places with the set that the folder is
// of. It is a [Recorder].
type Output struct {
	clock                 *observe.ClockLog
	packets, summary, log *files.Part
	names                 [256]string // of clocks, by their numbers on the wire
	line                  []byte
}

// NewOutput begins the files of a scenario's run, so that an error in writing shows before it.
func NewOutput(folder *files.Folder, sc *scenario.Scenario) (*Output, error) {
	var parts []*files.Part
	for _, name := range []string{ClockFile, PacketsFile, SummaryFile, LogFile} {
		p, err := folder.Create(name)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	parts[1].WriteString("id,kind,from,to,sent_ns,due_ns,fate,size_bytes,cause,copy_of,clock\n") // an error stays in the part
	o := &Output{clock: observe.NewClockLog(parts[0], sc.Algorithms()), packets: parts[1], summary: parts[2], log: parts[3]}
	for _, a := range sc.Algorithms() {
		o.names[a.ID] = a.Name
	}
	return o, nil
}

// Record implements Recorder.
func (o *Output) Record(e observe.Entry) {
	switch e := e.(type) {
	case *observe.ClockSample:
		o.clock.Record(e)
	case *observe.Departure:
		o.packet(e.Packet)
	}
}

func (o *Output) packet(p *netsim.Packet) {
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
	b = append(b, ',')
	if p.Original != 0 {
		b = strconv.AppendUint(b, p.Original, 10)
	}
	b = append(b, ',')
	if p.Flow >= netsim.Aside {
		b = append(b, o.names[p.Flow-netsim.Aside]...)
	}
	o.line = append(b, '\n')
	o.packets.Write(o.line)
}

// Finish writes summary and log, with which the files are whole.
func (o *Output) Finish(s *Session) error {
	text, err := json.MarshalIndent(s.Summary(), "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", SummaryFile, err)
	}
	o.summary.Write(append(text, '\n'))
	o.log.WriteString(s.Log().Text())
	return nil
}

// traffic is what one client and the host send each other, for rates.
type traffic struct {
	up, down         game.SentTraffic // up to the last whole second
	upRate, downRate game.SentTraffic // in the second before it
}

// countTraffic takes down what has been sent, once a second, in the host's first frame of it: the host
// never sleeps.
func (n *hostNode) countTraffic(now netsim.Time) {
	s := n.session
	if now < s.counted {
		return
	}
	s.counted = (now/netsim.Time(time.Second) + 1) * netsim.Time(time.Second)
	for _, c := range s.clients {
		t := &c.traffic
		up, down := c.client.Outbox.Sent[0], n.host.Outbox.Sent[c.id]
		t.upRate, t.downRate = up.Since(t.up), down.Since(t.down)
		t.up, t.down = up, down
	}
}
