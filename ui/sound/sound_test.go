package sound

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/internal/files/filetest"
	"driftlab/netsim"
)

var update = flag.Bool("update", false, "write the golden file anew")

// alone mixes a voice of a kind from its beginning to its end.
func alone(kind observe.CueKind) []int16 {
	v := Voice{Kind: kind, Left: observe.FullGain, Right: observe.FullGain, Key: 7}
	dst := make([]int16, 2*v.End())
	Mix(dst, 0, []Voice{v})
	return dst
}

func TestEachCueSoundsToTheBitAsItDid(t *testing.T) {
	t.Parallel()
	const golden = "testdata/voices.sha256"
	var got strings.Builder
	for kind := range observe.CueKinds {
		h := sha256.New()
		binary.Write(h, binary.LittleEndian, alone(kind))
		fmt.Fprintf(&got, "%d %x\n", kind, h.Sum(nil))
	}
	if *update {
		filetest.Write(t, golden, got.String())
	}
	want := filetest.Read(t, golden)
	if got.String() != string(want) {
		t.Errorf("the voices are\n%s, want\n%s", got.String(), want)
	}
}

func TestEachVoiceBeginsAndEndsWithoutAClick(t *testing.T) {
	t.Parallel()
	for kind := range observe.CueKinds {
		s := alone(kind)
		peak := 0
		for _, v := range s {
			peak = max(peak, int(v), -int(v))
		}
		if first, last := int(s[0]), int(s[len(s)-2]); max(first, -first, last, -last) > peak/8+8 {
			t.Errorf("kind %d begins with %d and ends with %d of %d", kind, first, last, peak)
		}
		if peak < 300 || peak > full-1000 {
			t.Errorf("kind %d goes up to %d", kind, peak)
		}
	}
}

func TestMixingInPartsIsMixingAtOnce(t *testing.T) {
	t.Parallel()
	var voices []Voice
	for kind := range observe.CueKinds {
		voices = append(voices, Voice{Start: int64(kind) * 1234, Kind: kind, Left: 900, Right: 300 * int(kind%3), Key: uint64(kind)})
	}
	whole := make([]int16, 2*Rate)
	Mix(whole, -500, voices)
	for _, size := range []int{1, 257, 800, 4096} {
		var parts []int16
		for from := -500; len(parts) < len(whole); from += size {
			part := make([]int16, min(2*size, len(whole)-len(parts)))
			Mix(part, int64(from), voices)
			parts = append(parts, part...)
		}
		for i := range whole {
			if parts[i] != whole[i] {
				t.Fatalf("in parts of %d, value %d is %d, want %d", size, i, parts[i], whole[i])
			}
		}
	}
}

func TestACueIsHeardFromItsSampleOnAndByItsEarAlone(t *testing.T) {
	t.Parallel()
	cue := observe.Cue{At: netsim.Time(1500 * time.Millisecond), Machine: 2, Kind: observe.CueMetronome, Gain: observe.FullGain}
	v, ok := Ears{Left: 0, Right: 2}.Hear(&cue, netsim.Time(time.Second))
	if !ok || v.Start != Rate/2 {
		t.Fatalf("it begins with sample %d, %v", v.Start, ok)
	}
	dst := make([]int16, 2*Rate)
	Mix(dst, 0, []Voice{v})
	for i, x := range dst {
		if x != 0 && (i%2 == 0 || i/2 < Rate/2) {
			t.Fatalf("value %d is %d", i, x)
		}
	}
	if dst[2*(Rate/2+5)+1] == 0 {
		t.Error("it is not heard at once")
	}
	if _, ok := (Ears{0, 1}).Hear(&cue, 0); ok {
		t.Error("another machine's ears hear it")
	}
	if v, _ := (Ears{2, 2}).Hear(&cue, 0); v.Left != v.Right || v.Left == 0 {
		t.Errorf("both ears on one machine have %d and %d", v.Left, v.Right)
	}
}

func TestSamplesAreThoseOfFrames(t *testing.T) {
	t.Parallel()
	for n := range 1000 {
		at := time.Duration((n*int(time.Second) + 59) / 60) // the first nanosecond of frame n
		if got := Sample(at); got != int64(800*n) {
			t.Fatalf("frame %d begins with sample %d", n, got)
		}
	}
	if got := Sample(-time.Nanosecond); got != -1 {
		t.Errorf("before the begin is sample %d", got)
	}
}

func TestSineIsASine(t *testing.T) {
	t.Parallel()
	for p := uint32(0); p < 1<<32-1<<20; p += 1 << 20 {
		want := math.Sin(2*math.Pi*float64(p)/(1<<32)) * full
		if got := float64(sine(p)); math.Abs(got-want) > 16 {
			t.Fatalf("at %g turns %g, want %g", float64(p)/(1<<32), got, want)
		}
	}
}

func TestManyVoicesAreClippedSoftly(t *testing.T) {
	t.Parallel()
	var voices []Voice
	for range 40 {
		voices = append(voices, Voice{Kind: observe.CueHit, Left: 2000, Right: 2000})
	}
	dst := make([]int16, 2*2000)
	Mix(dst, 0, voices)
	most := int16(0)
	for i := 2; i < len(dst); i++ {
		most = max(most, dst[i])
	}
	if most < full-100 {
		t.Errorf("the loudest is %d, of %d", most, full)
	}
	for x := int64(-full * 2); x < full*2; x += 7 {
		if soft(x) > soft(x+7) || x >= 0 && soft(x) < 0 {
			t.Fatalf("%d becomes %d, %d becomes %d", x, soft(x), x+7, soft(x+7))
		}
	}
}

func TestALiftHumsEvenlyFromCueToCue(t *testing.T) {
	t.Parallel()
	var voices []Voice
	for k := range int64(20) {
		voices = append(voices, Voice{Start: k * liftStep, Kind: observe.CueRising, Left: 500})
	}
	dst := make([]int16, 2*20*liftStep)
	Mix(dst, 0, voices)
	for from := int64(2) * liftStep; from < 18*liftStep; from += liftStep / 2 {
		peak := int16(0)
		for i := from; i < from+liftStep; i++ {
			peak = max(peak, dst[2*i])
		}
		if peak < 11000 || peak > 16500 {
			t.Errorf("from sample %d on it goes up to %d", from, peak)
		}
	}
}

func TestWAVHasItsSamplesAndSaysWhatMadeIt(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	const samples = 30001
	err := WriteWAV(&b, "driftlab record", samples, func(dst []int16, from int64) error {
		for i := range dst {
			dst[i] = int16(2*from + int64(i))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	f := b.Bytes()
	if got := binary.LittleEndian.Uint32(f[4:]); string(f[:4]) != "RIFF" || int(got) != len(f)-8 {
		t.Errorf("RIFF of %d bytes, the file has %d", got, len(f))
	}
	at := bytes.Index(f, []byte("data"))
	if n := binary.LittleEndian.Uint32(f[at+4:]); n != 4*samples || len(f)-at-8 != 4*samples {
		t.Errorf("%d bytes of samples, %d are there", n, len(f)-at-8)
	}
	if !bytes.Contains(f[:at], []byte("ISFT\x10\x00\x00\x00driftlab record\x00")) {
		t.Errorf("its head is %q", f[:at])
	}
	for _, i := range []int{0, 1, 24000, 2*samples - 1} {
		if got := int16(binary.LittleEndian.Uint16(f[at+8+2*i:])); got != int16(i) {
			t.Errorf("value %d is %d", i, got)
		}
	}
	if err := WriteWAV(&b, "", MostSamples+1, nil); err == nil {
		t.Error("more than a WAV file has room for is written")
	}
}

func BenchmarkMixASecond(b *testing.B) {
	var voices []Voice
	for k := range int64(4) {
		voices = append(voices, Voice{Start: k * 12000, Kind: observe.CueShot, Left: 1000}, Voice{Start: k * 9000, Kind: observe.CueBell, Right: 1000},
			Voice{Start: k * 12000, Kind: observe.CueMetronome, Left: 1000}, Voice{Start: k * 11000, Kind: observe.CueStep, Left: 1000})
	}
	for k := range int64(20) {
		voices = append(voices, Voice{Start: k * liftStep, Kind: observe.CueRising, Left: 500})
	}
	dst := make([]int16, 2*Rate)
	b.ReportAllocs()
	for b.Loop() {
		Mix(dst, 0, voices)
	}
}
