package session

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/netsync/registry"
)

// What each provider does with the same clock over the same link, as docs/time.md has it.
func TestTimeProvidersAreMeasuredAsTheDocumentHasThem(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("\n| provider | off pace, % | worst in a frame, ms | hard corrections | ticks without input | frames without a snapshot, % |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: |\n")
	var worlds []string
	for _, design := range registry.TimeDesigns() {
		worlds = append(worlds, design.Name)
		if design.Name == "unity" {
			worlds = append(worlds, design.Name+"-published", design.Name+"-now")
		}
	}
	for _, name := range worlds {
		sc := scenariotest.Load(t, "time/"+name)
		s := newSession(t, sc, nil)
		advance(t, s, 2*time.Second, time.Second) // the joining is another matter
		var cells [5][]string
		for _, end := range [...]time.Duration{15 * time.Second, 30 * time.Second, 45 * time.Second, 60 * time.Second} { // calm, jitter, longer, shorter
			before := s.Facts(1)
			worst := time.Duration(0)
			for s.Now().Sub(0) < end {
				last := s.Facts(1).Moment
				advance(t, s, frame, frame)
				m := s.Facts(1).Moment
				worst = max(worst, (m.Predicted.Sub(last.Predicted) - frame).Abs(), (m.Server.Sub(last.Server) - frame).Abs())
			}
			after := s.Facts(1)
			pace, was := after.Time.Pace, before.Time.Pace
			frames := after.Buffers.Frames - before.Buffers.Frames
			for i, v := range [...]string{fmt.Sprintf("%.1f", 100*float64(pace.Off-was.Off)/float64(pace.Frames-was.Frames)), fmt.Sprintf("%.2f", worst.Seconds()*1000),
				fmt.Sprint(pace.Resets - was.Resets), fmt.Sprint(after.Inputs.Missing - before.Inputs.Missing),
				fmt.Sprintf("%.0f", 100*float64(after.Buffers.Starved-before.Buffers.Starved)/float64(frames))} {
				cells[i] = append(cells[i], v)
			}
		}
		fmt.Fprintf(&b, "| %s", name)
		for _, c := range cells {
			b.WriteString(" | " + strings.Join(c, "/"))
		}
		b.WriteString(" |\n")
	}
	measureAges(t, &b)
	document(t, "../../docs/time.md", "<!-- Measured: go test ./game/session -run TimeProviders -update -->\n", b.String())
}

// measureAges writes what adding the age of the latest snapshot to its tick buys and costs.
func measureAges(t *testing.T, b *strings.Builder) {
	b.WriteString("\n| set | frames without a snapshot, %: `tick` | `now` | late inputs: `tick` | `now` |\n" +
		"| --- | ---: | ---: | ---: | ---: |\n")
	for _, over := range []string{"", "client.skew=100ppm", "tick.rate=30Hz client.skew=-300ppm", "tick.rate=20Hz", "tick.rate=20Hz client.skew=100ppm",
		"snapshot.rate=20Hz", "snapshot.rate=20Hz buffer.server=5"} {
		row := [...]string{"nothing", "", "", "", ""}
		if set := strings.Fields(over); len(set) > 0 {
			row[0] = "`" + strings.Join(set, "`, `") + "`"
		}
		for i, by := range []string{"tick", "now"} {
			sc := scenariotest.Load(t, "accuracy-jitter-5")
			sc.Resize(1)
			sc.Pin(scenariotest.Set(append(strings.Fields(over), "time.provider=unity", "time.snapshot="+by)...))
			s := newSession(t, sc, nil)
			advance(t, s, 120*time.Second, time.Second)
			c := s.Summary().Clients[0]
			row[1+i] = fmt.Sprintf("%.1f", 100**c.Buffers.StarvedShare)
			row[3+i] = fmt.Sprintf("%d of %d", c.Inputs.Late, c.Inputs.OnTime+c.Inputs.Early+c.Inputs.Late)
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(row[:], " | "))
	}
}
