package session

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"driftlab/netsync/registry"
	"driftlab/scenario"
)

// What each provider does with the same clock over the same link, as docs/time.md has it.
func TestTimeProvidersAreMeasuredAsTheDocumentHasThem(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("\n| provider | of the scenario | off pace | worst in a frame | hard corrections | ticks without input | frames without a snapshot |\n" +
		"| --- | --- | ---: | ---: | ---: | ---: | ---: |\n")
	var worlds []string
	for _, design := range registry.TimeDesigns() {
		worlds = append(worlds, design.Name)
		switch {
		case design.Frames:
			worlds = append(worlds, design.Name+"-ggrs")
		case design.Name == "unity":
			worlds = append(worlds, design.Name+"-published")
		}
	}
	for _, name := range worlds {
		sc, err := scenario.Load("time/" + name)
		if err != nil {
			t.Fatal(err)
		}
		s := newSession(t, sc, nil)
		advance(t, s, 2*time.Second, time.Second) // the joining is another matter
		for _, part := range [...]struct {
			name string
			end  time.Duration
		}{{"calm", 15 * time.Second}, {"20 ms of jitter", 30 * time.Second}, {"100 ms longer each way", 45 * time.Second}, {"100 ms shorter", 60 * time.Second}} {
			before := s.Facts(1)
			s.RestartRace(1)
			worst := time.Duration(0)
			for s.Now().Sub(0) < part.end {
				last := s.Facts(1).Moment
				advance(t, s, frame, frame)
				m := s.Facts(1).Moment
				worst = max(worst, (m.Predicted.Sub(last.Predicted) - frame).Abs(), (m.Server.Sub(last.Server) - frame).Abs())
			}
			after, pace := s.Facts(1), s.RacePace(1)
			frames := after.Buffers.Frames - before.Buffers.Frames
			fmt.Fprintf(&b, "| %s | %s | %.1f %% | %.2f ms | %d | %d | %.0f %% |\n", name, part.name,
				100*float64(pace.Off)/float64(pace.Frames), worst.Seconds()*1000, pace.Resets,
				after.Inputs.Missing-before.Inputs.Missing, 100*float64(after.Buffers.Starved-before.Buffers.Starved)/float64(frames))
		}
	}
	document(t, "../docs/time.md", "<!-- The rest is measured: go test ./session -run TimeProviders -update -->\n", b.String())
}
