package testkit

import (
	"cmp"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

// DamagedVariable is the environment variable that says how often each target is executed with damaged inputs, where
// that is not what the long tests have.
const DamagedVariable = "DRIFTLAB_DAMAGED"

// DamagedSeedVariable is the environment variable that chooses the damage. Without it each run of the tests has the same.
const DamagedSeedVariable = "DRIFTLAB_DAMAGED_SEED"

// maxInput bounds a damaged input in bytes.
const maxInput = 1 << 12

// Text is what a target reads.
type Text interface{ ~string | ~[]byte }

// Go's engine sees what each input runs through and finds its way deep into a reader, at ten to fifty thousand executions a second.
// Damage looks at nothing and makes up to a million; it is the same on every machine, and needs no build of its own.

// FuzzDamaged is the f.Fuzz of a target: its check is run over the corpus, over what Go's engine makes of that, and,
// where it is asked for, over damaged copies. A failure is reported in the form of a corpus file.
func FuzzDamaged[T Text](f *testing.F, check func(t testing.TB, in T)) {
	executions := LongCount(0, 100_000)
	if text := os.Getenv(DamagedVariable); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			f.Fatalf("%s: %v", DamagedVariable, err)
		}
		executions = n
	}
	boundMinimizing()
	var corpus [][]byte
	f.Fuzz(func(t *testing.T, in T) {
		if executions > 0 {
			corpus = append(corpus, []byte(in))
		}
		check(t, in)
	})
	if executions > 0 && len(corpus) > 0 && !f.Failed() {
		run(f, corpus, executions, check)
	}
}

// minimizing is how often Go's engine executes an input that goes a new way to make it smaller.
const minimizing = "100x"

// boundMinimizing sets what go test -fuzzminimizetime sets, where it was not given. Otherwise the engine would do
// nothing else for up to a minute after each input that goes a new way: nine executions in a minute of ReadIRTT, whose
// inputs have thousands of bytes that can be left out.
func boundMinimizing() {
	const name = "test.fuzzminimizetime"
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	if !given {
		if err := flag.Set(name, minimizing); err != nil {
			panic(err) // the flag is of package testing
		}
	}
}

func run[T Text](f *testing.F, corpus [][]byte, executions int, check func(t testing.TB, in T)) {
	var in []byte
	done := false
	defer func() {
		if !done || f.Failed() {
			f.Logf("the input is\ngo test fuzz v1\n[]byte(%q)", in)
		}
	}()
	seed, err := strconv.ParseUint(cmp.Or(os.Getenv(DamagedSeedVariable), "1"), 10, 64)
	if err != nil {
		f.Fatalf("%s: %v", DamagedSeedVariable, err)
	}
	luck := rand.New(rand.NewPCG(seed, 2))
	begin := time.Now()
	for range executions {
		in = Damaged(luck, corpus, in[:0])
		if check(f, T(in)); f.Failed() {
			return
		}
	}
	done = true
	f.Logf("damaged: %d executions, %.0f a second", executions, float64(executions)/time.Since(begin).Seconds())
}

// Damaged appends a damaged copy of one of the corpus' inputs to dst: one to four times something is changed,
// left out, repeated, or taken from another input.
func Damaged(luck *rand.Rand, corpus [][]byte, dst []byte) []byte {
	b := append(dst, corpus[luck.IntN(len(corpus))]...)
	for range 1 + luck.IntN(4) {
		if len(b) == 0 {
			b = append(b, byte(luck.Uint32()))
		}
		at := luck.IntN(len(b))
		n := 1 + luck.IntN(min(len(b)-at, 16))
		switch luck.IntN(7) {
		case 0:
			b[at] ^= 1 << luck.IntN(8)
		case 1:
			b[at] = byte(luck.Uint32())
		case 2:
			b[at] = odd[luck.IntN(len(odd))]
		case 3: // left out
			b = append(b[:at], b[at+n:]...)
		case 4: // cut off
			b = b[:at]
		case 5: // repeated
			b = slices.Insert(b, at, b[at:at+n]...)
		case 6:
			other := corpus[luck.IntN(len(corpus))]
			if len(other) > 0 {
				from := luck.IntN(len(other))
				b = slices.Insert(b, at, other[from:from+1+luck.IntN(min(len(other)-from, 64))]...)
			}
		}
	}
	return b[:min(len(b), maxInput)]
}

// odd are bytes at which codecs and texts turn.
const odd = "\x00\x01\x7f\x80\xff\n\r\t \"'\\#=,.:;-+/<>[]{}019eExX%"
