package ranking

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// errorsOf makes the errors of clocks that are given second by second; a NaN is a second without the time.
func errorsOf(clocks ...[]float64) (all []Errors) {
	r := NewRecord(len(clocks))
	for c, seconds := range clocks {
		for i, ms := range seconds {
			if !math.IsNaN(ms) {
				r.Add(c, time.Duration(i)*time.Second, ms)
			}
		}
	}
	for c := range clocks {
		all = append(all, r.Errors(c))
	}
	return all
}

func TestAClockWinsOnlyWhereThatIsMoreThanLuck(t *testing.T) {
	none := math.NaN()
	burst := []float64{1, 1, 1, 1, 1, 1, 1, 90, 1, 1}
	for name, c := range map[string]struct {
		clocks     [][]float64
		best, next int
		want       Result
	}{
		"nothing is there":           {nil, -1, -1, Nobody},
		"nobody knows the time":      {[][]float64{{none}, {none}}, -1, -1, Nobody},
		"only one knows the time":    {[][]float64{{none, none}, {3, 3}}, 1, -1, Nobody},
		"a second is not enough":     {[][]float64{{200}, {1}}, 1, 0, Brief},
		"one has known it for long":  {[][]float64{{9, 9, 9, 9, 9, 9}, {none, none, none, none, none, 1}}, 1, 0, Brief},
		"less in every second":       {[][]float64{{3, 3, 3, 3, 3}, {1, 1, 1, 1, 1}}, 1, 0, Won},
		"a tenth is equally close":   {[][]float64{{32, 32, 32, 32, 32, 32}, {31.7, 31.7, 31.7, 31.7, 31.7, 31.7}}, 1, 0, Even},
		"one second decides":         {[][]float64{burst, {9, 9, 9, 9, 9, 9, 9, 9, 9, 9}}, 1, 0, Luck},
		"the same second is in both": {[][]float64{burst, {2, 2, 2, 2, 2, 2, 2, 180, 2, 2}}, 0, 1, Won},
		"a third changes nothing":    {[][]float64{{50, 50, 50, 50, 50}, {1, 1, 1, 1, 1}, {3, 3, 3, 3, 3}}, 1, 2, Won},
	} {
		best, next, got := Of(errorsOf(c.clocks...))
		if best != c.best || next != c.next || got != c.want {
			t.Errorf("%s: %d, then %d, %v; want %d, then %d, %v", name, best, next, got, c.best, c.next, c.want)
		}
	}
}

func TestARecordOfManySecondsStaysSmallAndLosesNoError(t *testing.T) {
	r, seconds := NewRecord(2), 5000
	for i := range seconds {
		r.Add(i%2, time.Duration(i)*time.Second, float64(1+i%2))
	}
	for clock, want := range []float64{1, 2} {
		e := r.Errors(clock)
		once := slices.Repeat([]uint32{1}, e.len())
		if ms, _ := e.rms(once); ms != want || len(once) > maxBlocks || len(once) < maxBlocks/2 {
			t.Errorf("clock %d: %v ms in %d blocks", clock, ms, len(once))
		}
	}
	if best, next, got := Of([]Errors{r.Errors(1), errorsOf([]float64{1, 1, 1})[0]}); best != 1 || next != 0 || got != Brief {
		t.Errorf("beside a short record: %d, %d, %v", best, next, got)
	}
	short, long := errorsOf(make([]float64, 7))[0], r.Errors(0)
	if all := Join([]Errors{short, long, short}, 9); all.len() > 9 || all.len() < 4 {
		t.Errorf("three runs in nine blocks are %d", all.len())
	}
	if all := Join([]Errors{short, short}, 1); all.len() != 1 {
		t.Errorf("two runs in one block are %d", all.len())
	}
}

func TestTheOrderAndTheUnitOfClocksDecideNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seconds := rapid.IntRange(0, 20).Draw(t, "seconds")
		draw := func(name string) []float64 {
			return rapid.SliceOfN(rapid.Float64Range(0.001, 500), seconds, seconds).Draw(t, name)
		}
		a, b := draw("a"), draw("b")
		best, _, got := Of(errorsOf(a, b))
		turned, _, other := Of(errorsOf(b, a))
		if got != other || got != Nobody && got != Even && best != 1-turned {
			t.Fatalf("%d, %v; turned round %d, %v", best, got, turned, other)
		}
		for i := range a {
			a[i], b[i] = 4*a[i], -4*b[i]
		}
		if again, _, scaled := Of(errorsOf(a, b)); again != best || scaled != got {
			t.Fatalf("%d, %v; four times as large %d, %v", best, got, again, scaled)
		}
	})
}

// BenchmarkARace is 17 clocks over 250 s, one of which has won; BenchmarkAJudgement has 17 over 4096 blocks, as judge does.
func BenchmarkARace(b *testing.B) { benchmarkOf(b, 250) }

func BenchmarkAJudgement(b *testing.B) { benchmarkOf(b, 4096) }

func benchmarkOf(b *testing.B, seconds int) {
	b.ReportAllocs()
	var all []Errors
	for c := range 17 {
		one := make([]float64, seconds)
		for i := range one {
			one[i] = float64(1 + c + i%7)
		}
		joined := Errors{clocks: 1}
		for part := range slices.Chunk(one, maxBlocks) {
			joined.blocks = append(joined.blocks, errorsOf(part)[0].blocks...)
		}
		all = append(all, joined)
	}
	for b.Loop() {
		if best, _, result := Of(all); best != 0 || result != Won {
			b.Fatal(best, result)
		}
	}
}
