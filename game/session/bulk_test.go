package session

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// bulkScenario is a client with a queue for 0.4 s on its way up.
func bulkScenario(d time.Duration, set ...string) *scenario.Scenario {
	common := []string{"link.delay=20ms", "link.up.rate=2Mbit", "link.up.queue=100kB", "client.offset=7s", "arena=yard", "bots=live", "time.provider=unity", "buffer.client=3"}
	return &scenario.Scenario{Seed: 5, Clients: 1, Duration: d, Set: scenariotest.Set(append(common, set...)...)}
}

// A bulkWatch adds up what becomes of the datagrams up from an instant on.
type bulkWatch struct {
	from   netsim.Time
	inputs observe.Spread // how long they wait in the queue, in ns
	bits   int64          // of the upload, that arrive
	upload map[uint64]int
	kinds  [game.KindCount]uint64 // hashes of the fates of each kind
}

func (w *bulkWatch) Record(e observe.Entry) {
	switch e := e.(type) {
	case *observe.Departure:
		w.kinds[e.Kind] = w.kinds[e.Kind]*1_000_003 + uint64(e.Due)*31 + uint64(e.Fate)
		if e.Sent < w.from || e.From == 0 {
			return
		}
		switch game.Kind(e.Kind) {
		case game.KindInput:
			w.inputs.Add(int64(e.Parts.Queue))
		case game.KindBulk:
			w.upload[e.ID] = (len(e.Data) + game.Overhead) * 8
		}
	case *observe.Arrival:
		w.bits += int64(w.upload[e.Packet])
	}
}

// TestUploadChangesNobodysLuck has a link without a rate, on which nothing waits for anything: each datagram of the game and of
// the clocks has the same fate with an upload and without.
func TestUploadChangesNobodysLuck(t *testing.T) {
	t.Parallel()
	var fates [2]*bulkWatch
	for i, control := range []string{"off", "loss"} {
		fates[i] = &bulkWatch{upload: map[uint64]int{}}
		s := newSession(t, bulkScenario(10*time.Second, "link.up.rate=0", "link.jitter=10ms", "link.loss=5%", "link.up.loss-burst=3", "link.reorder=3%", "bulk.rate=300kbit", "bulk.control="+control), fates[i])
		advance(t, s, 10*time.Second, time.Second)
		if b := s.Summary().Clients[0].Bulk; (b != nil) != (i == 1) || b != nil && (b.Acked < 50 || b.Lost == 0) {
			t.Errorf("%s: %+v", control, b)
		}
	}
	for kind, with := range fates[1].kinds {
		if k := game.Kind(kind); with != fates[0].kinds[kind] && !k.OfBulk() {
			t.Errorf("%v: other fates", k)
		}
	}
}

func TestUploadIsTheSameOnEveryCarrierAndInReplays(t *testing.T) {
	t.Parallel()
	sc := bulkScenario(8*time.Second, "bulk.control=delay", "link.jitter=3ms", "link.up.loss=1%", "receive.poll=tick", "frame.rate=90", "client.skew=80")
	sc.Events = []scenario.Event{{At: netsim.Time(5 * time.Second), Set: scenariotest.Set("bulk.control=loss", "bulk.owd=differential")}}
	direct, s := play(t, sc, netsim.NewDirect(), time.Second)
	if over, _ := play(t, sc, mustVNet(t), 100*time.Millisecond); over.sum != direct.sum {
		t.Error("another carrier has other bytes")
	}
	if again, _ := play(t, s.Log(), netsim.NewDirect(), 70*time.Millisecond); again.sum != direct.sum {
		t.Error("the log has other bytes")
	}
	h := &traceHash{}
	original := newSession(t, sc, h)
	advance(t, original, 4*time.Second, time.Second)
	clone, _ := cloneOf(t, original, h, netsim.NewDirect())
	advance(t, original, 4*time.Second, time.Second)
	advance(t, clone, 4*time.Second, time.Second)
	if a, b := summaryText(t, original), summaryText(t, clone); a != b || !strings.Contains(a, `"bulk":`) {
		t.Error("a copy goes on in another way")
	}
}

// A bulkRow is what one upload is measured to do in the last 30 s of a run.
type bulkRow struct {
	what         string // the first cells of its row
	over         time.Duration
	set          []string
	mbit         float64
	mean, late   float64 // ms that inputs wait in the queue, and the share of late inputs
	offRMS, says float64 // ms that the driving clock is wrong by, and of queueing delay as the upload measures it
}

func (r *bulkRow) measure(t *testing.T) {
	const last = 30 * time.Second
	w := &bulkWatch{from: netsim.Time(r.over - last), upload: map[uint64]int{}}
	s := newSession(t, bulkScenario(r.over, r.set...), w)
	advance(t, s, r.over-last, time.Second)
	before := s.Facts(1).Inputs
	n := int(last / frame)
	for range n {
		advance(t, s, frame, frame)
		f := s.Facts(1)
		r.offRMS += math.Pow(inMillis(f.Error), 2) / float64(n)
		r.says += inMillis(f.Bulk.Queueing) / float64(n)
	}
	r.offRMS = math.Sqrt(r.offRMS)
	after := s.Facts(1).Inputs
	late, all := after.Late-before.Late, after.OnTime+after.Late-before.OnTime-before.Late
	r.late = 100 * float64(late) / float64(all)
	r.mbit = float64(w.bits) / last.Seconds() / 1e6
	r.mean = inMillis(time.Duration(w.inputs.Mean()))
}

func inMillis(d time.Duration) float64 { return d.Seconds() * 1000 }

// What uploads do to the game beside them, as docs/uses.md has it.
func TestUploadsAreMeasuredAsTheDocumentHasThem(t *testing.T) {
	t.Parallel()
	rows := []bulkRow{
		{what: "none | – | – | 0", over: time.Minute},
		{what: "`loss` | – | – | 0", over: time.Minute, set: []string{"bulk.control=loss"}},
	}
	delay := func(target, by, skew string, over time.Duration) {
		set := []string{"bulk.control=delay", "bulk.target=" + target + "ms", "client.skew=" + skew}
		if by == "its own" {
			set = append(set, "bulk.owd=differential")
		} else {
			set = append(set, "client.algorithm="+by)
			by = "`" + by + "`"
		}
		rows = append(rows, bulkRow{what: "`delay` | " + target + " | " + by + " | " + strings.Replace(skew, "-", "−", 1), over: over, set: set})
	}
	for _, target := range []string{"25", "5", "100"} {
		delay(target, "its own", "0", time.Minute)
	}
	for _, by := range []string{"its own", "timesync", "slot", "unreal"} {
		delay("25", by, "100", 5*time.Minute)
		delay("25", by, "-100", 5*time.Minute)
	}
	var b strings.Builder
	b.WriteString("\n| upload | target, ms | measured by | skew, ppm | Mbit/s | inputs wait, ms | it measures, ms | clock wrong by, ms RMS |\n" +
		"| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |\n")
	for i := range rows {
		r := &rows[i]
		r.measure(t)
		says := "–"
		if i > 0 {
			says = fmt.Sprintf("%.0f", r.says)
		}
		fmt.Fprintf(&b, "| %s | %.2f | %.0f | %s | %.2f |\n", r.what, r.mbit, r.mean, says, r.offRMS)
	}
	none, loss, own := &rows[0], &rows[1], &rows[2]
	if none.mean > 1 || loss.mean < 200 || loss.late < 10 || own.mean > 31 || own.mean < 20 || own.late > none.late || own.mbit < loss.mbit*0.95 {
		t.Errorf("none: %+v\nby loss: %+v\nby delay: %+v", none, loss, own)
	}
	document(t, "../../docs/uses.md", "<!-- Measured: go test ./game/session -run Uploads -update -->\n", b.String())
}

// The acknowledgements of an upload that was switched off still come when the next one has begun.
func TestUploadTakesNoAcknowledgementsOfTheOneBefore(t *testing.T) {
	t.Parallel()
	s := newSession(t, bulkScenario(time.Minute, "link.delay=250ms", "bulk.owd=differential"), nil)
	set := func(all ...string) { do(t, s, scenario.Event{Set: scenariotest.Set(all...)}) }
	advance(t, s, 5*time.Second, frame)
	set("bulk.control=delay")
	advance(t, s, 100*time.Millisecond, frame)
	set("bulk.control=off", "link.up.loss=1")
	advance(t, s, 100*time.Millisecond, frame)
	set("bulk.control=delay")
	advance(t, s, 600*time.Millisecond, frame)
	if b := s.Summary().Clients[0].Bulk; b == nil || b.Sent == 0 || b.Acked != 0 {
		t.Errorf("nothing of it arrives: %+v", b)
	}
}
