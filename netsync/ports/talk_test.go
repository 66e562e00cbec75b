//go:build !js

package ports

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/netsync/midline"
)

// told has a program told lines of a talk, up to their arrows, and returns the first that it says otherwise.
func told(t *testing.T, want []string, program ...string) {
	t.Helper()
	var in strings.Builder
	for _, line := range want {
		asked, _, _ := strings.Cut(line, " -> ")
		in.WriteString(asked + "\n")
	}
	command := exec.Command(program[0], program[1:]...)
	command.Stdin = strings.NewReader(in.String())
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("line %d of %d: %q, want %q", i+1, len(want), got[min(i, len(got)-1)], want[i])
			break
		}
	}
	if err != nil {
		t.Errorf("%v\n%s", err, stderr.String())
	}
}

// What is no head is refused and counted, and changes nothing else of the talk that comes then.
func TestPortsTalkAsTheVectorsOfTheWireFormatDo(t *testing.T) {
	t.Parallel()
	var lines []string
	for line := range strings.Lines(read(t, "../midline/testdata/bad-heads.txt")) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		bytes, why, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " # ")
		for _, who := range []string{"client", "host"} {
			lines = append(lines, fmt.Sprintf("%s received now=0 before=0 %s%s", who, bytes, refused(errors.New(why))))
		}
	}
	lines = append(lines, "client received now=0 before=0 1101020300010000000000005dc0 -> refused -3", // a question
		"host received now=0 before=0 14010203515253545556 -> refused -3") // a floor
	refusals := len(lines) / 2 // of the client
	for line := range strings.Lines(read(t, "../midline/testdata/talk.txt")) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.TrimSuffix(strings.Replace(line, " refused=0 ", fmt.Sprintf(" refused=%d ", refusals), 1), "\n"))
		}
	}
	t.Run("C", func(t *testing.T) { told(t, lines, gcc.build(t, "c/talk.c")) })
	t.Run("C++", func(t *testing.T) { told(t, lines, gpp.build(t, "c/talk.c")) })
	t.Run("C#", func(t *testing.T) { told(t, lines, csharp(t, "csharp/Talk.cs", "-checked")...) })
	t.Run("TypeScript", func(t *testing.T) { told(t, lines, typescript(t, "talk.mjs")...) })
}

// refused returns how a talk tells of an error.
func refused(err error) string {
	switch what := err.Error(); {
	case strings.Contains(what, "truncated"):
		return " -> refused -1"
	case strings.Contains(what, "version"):
		return " -> refused -2"
	case strings.Contains(what, "blocks"):
		return " -> refused -3"
	}
	return " -> refused -4"
}

// A quarrel is a client and a host in Go on a link that does what it likes, and what they have said: datagrams are lost, late, damaged and
// forged, clocks are set, the host restarts.
type quarrel struct {
	*rand.Rand
	client *midline.Client
	host   *midline.Host[int]
	now    time.Duration
	lines  []string
	skew   int64 // of the client, ppm
	local  time.Duration
	ahead  time.Duration
	spans  [2]time.Duration // within which the client reads, and the host
	lie    uint32           // which the host's stamps are off by, in units of 8 µs,
	lies   bool             // where it is a liar
	calm   bool             // no clock is set, no host restarts, and both say little
	hosts  uint32
}

func newQuarrel(t *testing.T, seed uint64) *quarrel {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 38))
	cfg := midline.DefaultConfig()
	either := r.IntN(2)
	cfg.Grain, cfg.Rounding = time.Duration(r.IntN(1+r.IntN(40_000_000))), midline.Rounding(either)
	client, err := midline.NewClient(cfg)
	if err != nil {
		t.Fatal(err)
	}
	q := &quarrel{Rand: r, client: client, skew: r.Int64N(400) - 200, local: time.Duration(r.Int64N(1 << 45)), ahead: time.Duration(r.Int64N(1<<50) - 1<<49)}
	for i := range q.spans {
		q.spans[i] = time.Duration(q.IntN(40)*q.IntN(2)) * time.Millisecond
	}
	q.lies = q.IntN(3) == 0
	q.restart(t)
	q.lines = []string{fmt.Sprintf("client new grain=%d either=%d", cfg.Grain, either)}
	return q
}

func (q *quarrel) restart(t *testing.T) {
	t.Helper()
	q.hosts++
	host, err := midline.NewHost[int](q.hosts, 1)
	if err != nil {
		t.Fatal(err)
	}
	q.host = host
	q.lines = append(q.lines, fmt.Sprintf("host new id=%d", q.hosts))
}

func (q *quarrel) clientClock() netsync.Local {
	return netsync.Local(q.local + q.now + q.now/1_000_000*time.Duration(q.skew))
}
func (q *quarrel) hostClock() netsync.Server { return netsync.Server(q.now + q.ahead) }

// received has a side take bytes, some of which are others than were sent.
func (q *quarrel) received(host bool, head []byte, spoilt bool) {
	if spoilt {
		switch q.IntN(3) {
		case 0:
			head[q.IntN(len(head))] ^= byte(1 << q.IntN(8))
		case 1:
			head = head[:q.IntN(len(head)+1)]
		default:
			for i := 1; i < len(head); i++ {
				head[i] = byte(q.IntN(256))
			}
		}
	}
	if !host && q.lies && len(head) >= 4 {
		stamp := binary.BigEndian.Uint32(head) - q.lie
		head[1], head[2], head[3] = byte(stamp>>16), byte(stamp>>8), byte(stamp)
	}
	var err error
	who, now, span := "client", int64(q.clientClock()), q.spans[0]
	if host {
		who, now, span = "host", int64(q.hostClock()), q.spans[1]
		_, err = q.host.Received(1, head, netsync.Server(now), span)
	} else {
		_, err = q.client.Received(head, netsync.Local(now), span)
	}
	line := fmt.Sprintf("%s received now=%d before=%d %s", who, now, span, hex.EncodeToString(head))
	if err != nil {
		line += refused(err)
	}
	q.lines = append(q.lines, line)
}

// run has them talk; spoilt is how many of a thousand datagrams are not as they were sent.
func (q *quarrel) run(t *testing.T, steps, spoilt int) []string {
	t.Helper()
	type flight struct {
		at   time.Duration
		host bool
		head []byte
	}
	var flying []flight
	const step = 5 * time.Millisecond
	every := [2]time.Duration{30 * time.Millisecond, 35 * time.Millisecond}
	if q.calm {
		every = [2]time.Duration{120 * time.Millisecond, 140 * time.Millisecond}
	}
	send := func(host bool, head []byte) {
		delay := 20*time.Millisecond + time.Duration(q.ExpFloat64()*float64(4*time.Millisecond))
		if q.IntN(500) == 0 {
			delay += time.Duration(q.IntN(5000)) * time.Millisecond
		}
		if q.IntN(20) > 0 {
			flying = append(flying, flight{q.now + delay, host, bytes.Clone(head)})
		}
	}
	for range steps {
		q.now += step
		if q.now%every[0] == 0 {
			head, due := q.client.Packet(q.clientClock())
			q.lines = append(q.lines, fmt.Sprintf("client packet now=%d -> due=%d %x", q.clientClock(), due, head))
			send(true, head)
		}
		if q.now%every[1] == 0 {
			head := q.host.Packet(1, q.hostClock())
			q.lines = append(q.lines, fmt.Sprintf("host packet now=%d -> %x", q.hostClock(), head))
			send(false, head)
		}
		kept := flying[:0]
		for _, f := range flying {
			if f.at > q.now {
				kept = append(kept, f)
				continue
			}
			q.received(f.host, f.head, q.IntN(1000) < spoilt)
		}
		flying = kept
		if q.calm && q.now%time.Second != 0 {
			continue
		}
		q.trouble(t)
		r := q.client.Now(q.clientClock())
		q.lines = append(q.lines, fmt.Sprintf("client now=%d -> known=%t time=%d unknowable=%d unsettled=%d event=%q since=%d step=%d host=%d", q.clientClock(), r.Known, r.Time,
			r.Unknowable, r.Unsettled, r.Event, r.Since, r.Step, r.Host))
		if q.now%(250*time.Millisecond) == 0 {
			s := q.client.Status(q.clientClock())
			q.lines = append(q.lines, fmt.Sprintf("client status now=%d -> state=%q offset=%d rate=%d round-trip=%d age=%d aside=%d sent=%d received=%d refused=%d "+
				"rejected=%d steps=%d", q.clientClock(), s.State, s.Offset, s.Rate, s.RoundTrip, s.Age, s.Aside, s.Sent, s.Received, s.Refused, s.Rejected, s.Steps))
			width := time.Duration(q.IntN(1 << uint(16+q.IntN(20))))
			line := fmt.Sprintf("client void now=%d width=%d -> never", q.clientClock(), width)
			if at, ok := q.client.Void(q.clientClock(), width); ok {
				line = fmt.Sprintf("client void now=%d width=%d -> at=%d", q.clientClock(), width, at)
			}
			q.lines = append(q.lines, line)
		}
	}
	return q.lines
}

// trouble sets clocks and restarts the host now and then.
func (q *quarrel) trouble(t *testing.T) {
	t.Helper()
	if q.calm {
		return
	}
	by := time.Duration(q.Int64N(1<<uint(20+q.IntN(30)))) - time.Millisecond
	switch q.IntN(20_000) {
	case 0:
		q.restart(t)
		q.ahead += by
	case 1, 2:
		q.ahead -= by
	case 3, 4:
		q.local += by
	case 5, 6:
		q.local -= by
	case 7:
		q.now += by.Truncate(30 * time.Millisecond) // nobody is heard for a while
	case 8:
		q.spans[q.IntN(2)] = time.Duration(q.IntN(40)) * time.Millisecond
	}
	if q.IntN(1000) == 0 {
		q.lie += uint32(q.IntN(1 << q.IntN(24)))
	}
}

// The sanitisers end the program at the first overflow, shift or access that C does not define, whatever comes from outside.
func TestPortsSayWhatMidlineSaysWhateverComes(t *testing.T) {
	t.Parallel()
	t.Run("C", func(t *testing.T) { quarrels(t, sanitised.build(t, "c/talk.c")) })
	t.Run("C#", func(t *testing.T) { quarrels(t, csharp(t, "csharp/Talk.cs", "-checked")...) })
	t.Run("TypeScript", func(t *testing.T) { quarrels(t, typescript(t, "talk.mjs")...) })
}

// quarrels has a port told what some quarrels are about.
func quarrels(t *testing.T, program ...string) {
	t.Helper()
	for seed := range uint64(testkit.LongCount(4, 400)) {
		spoilt := []int{0, 1, 20, 300}[seed%4]
		q := newQuarrel(t, seed)
		lines := q.run(t, 6000*int(1+seed%5), spoilt)
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { told(t, lines, program...) })
	}
}

// After half an hour the frames' line joins the stretches of time that it knows, two and two, and after hours it forgets the oldest.
func TestPortsSayWhatMidlineSaysOfHoursInFrames(t *testing.T) {
	t.Parallel()
	testkit.LongOnly(t)
	q := newQuarrel(t, 1)
	q.spans, q.lies, q.calm = [2]time.Duration{16 * time.Millisecond, 33 * time.Millisecond}, false, true
	const hour = 3600 * 200 // steps
	lines := q.run(t, 8*hour, 0)
	t.Run("C", func(t *testing.T) { told(t, lines, sanitised.build(t, "c/talk.c")) })
	t.Run("C#", func(t *testing.T) { told(t, lines, csharp(t, "csharp/Talk.cs", "-checked")...) })
	t.Run("TypeScript", func(t *testing.T) { told(t, lines, typescript(t, "talk.mjs")...) })
}
