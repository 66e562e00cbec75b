package capture

import (
	"fmt"
	"io"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
)

// A counter of bytes.
type size int64

func (s *size) Write(b []byte) (int, error) {
	*s += size(len(b))
	return len(b), nil
}

// One step is a second of a session; its size is reported as MB a minute.
func BenchmarkSession(b *testing.B) {
	for _, clients := range []int{3, 64} {
		for _, format := range []string{"none", "pcapng"} {
			b.Run(fmt.Sprintf("%dclients/%s", clients, format), func(b *testing.B) {
				sc := traced(b, clients, time.Duration(b.N+1)*time.Second)
				var written size
				s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: recorder(b, format, &written, sc)})
				if err != nil {
					b.Fatal(err)
				}
				defer s.Close()
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					if err := s.Advance(time.Second); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(written)/1e6*60/float64(b.N), "MB/min")
			})
		}
	}
}

func recorder(b *testing.B, format string, w io.Writer, sc *scenario.Scenario) observe.Recorder {
	if format == "pcapng" {
		return newPcapng(b, w, sc)
	}
	return nil
}
