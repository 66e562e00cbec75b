package clocks

import (
	"driftlab/netsync/internal/clocktest"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

type traceClient struct {
	midClient
	t     *testing.T
	last  float64
	truth func(at int64) float64
	n     int
}

func (c *traceClient) report(r FloorReport, at int64) {
	c.midClient.report(r, at)
	m := &c.m.core
	e := float64(m.line.middle)/1024e3 + 7000 - c.truth(at)
	if math.Abs(e-c.last) < .3 || c.n > 60 {
		return
	}
	c.n++
	c.last = e
	s := fmt.Sprintf("%6.1f e %.3f wd %.3f W %.0f ", float64(at)/1e9-7, e, float64(m.line.width)/1024e3, float64(m.line.window)/1e6)
	for i := range m.ways {
		w := &m.ways[i]
		if w.n == 0 {
			continue
		}
		p := w.newest()
		lows, sk := 0, 0
		for j := range w.n {
			if w.point(j).low {
				lows++
			}
			if w.point(j).skipped {
				sk++
			}
		}
		s += fmt.Sprintf("| over %.2f most %.2f deep %.2f l %v s %v lev %.2f p %v r %v n %d lows %d sk %d", float64(m.residual(i, p))/1024e3, float64(m.threshold(i))/1024e3, float64(m.depth(i))/1024e3, p.low, p.skipped, float64(w.level)/1024e3, w.pending, w.rests, w.n, lows, sk)
	}
	fmt.Println(s)
}
func TestTmpTrace(t *testing.T) {
	l := plain(30)
	l.skew = func(float64) float64 { return 0 }
	truth := func(at int64) float64 { return 0 }
	switch os.Getenv("ROW") {
	case "lie20":
		l.up, l.down = exp(.02), exp(.02)
		fallthrough
	case "lie":
		l.lie = func(_ float64, up bool, r *rand.Rand) float64 {
			if up && r.IntN(100) == 0 {
				return .05 * (2*r.Float64() - 1)
			}
			return 0
		}
	}
	seed := uint64(1)
	fmt.Sscan(os.Getenv("SEED"), &seed)
	l.run(seed, 1200, &traceClient{midClient: midClient{clocktest.Made(NewMidline(DefaultMidline()))}, t: t, truth: truth})
}
