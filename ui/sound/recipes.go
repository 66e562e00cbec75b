package sound

import (
	"driftlab/game/observe"
)

// A recipe makes the samples of a kind of cue, counted from its beginning.
type recipe struct {
	length int64 // samples
	gain   int64 // thousandths of full
	at     func(t int64, v *Voice) int64
}

// ms is how many samples a millisecond has.
const ms = Rate / 1000

var recipes = [observe.CueKinds]recipe{
	observe.CueStep:          {18 * ms, 32, func(t int64, v *Voice) int64 { return fade(t, 18*ms, band(t, 1800, v.Key)) }},
	observe.CueJump:          {90 * ms, 220, func(t int64, _ *Voice) int64 { return hill(t, 90*ms, sine(sweep(t, 220, 440, 90*ms))) }},
	observe.CueLand:          {70 * ms, 400, func(t int64, _ *Voice) int64 { return fade(t, 70*ms, sine(sweep(t, 110, 70, 70*ms))) }},
	observe.CueShot:          {90 * ms, 220, func(t int64, _ *Voice) int64 { return fade(t, 90*ms, saw(t, 880, 220, 90*ms)) }},
	observe.CueHit:           {60 * ms, 220, func(t int64, _ *Voice) int64 { return hill(t, 60*ms, thud(t)) }},
	observe.CueBell:          {1200 * ms, 300, bell},
	observe.CueRefused:       {220 * ms, 220, refused},
	observe.CueCorrection:    {80 * ms, 180, func(t int64, _ *Voice) int64 { return fade(t, 80*ms, triangle(sweep(t, 600, 300, 80*ms))) }},
	observe.CueMissed:        {8 * ms, 160, func(t int64, _ *Voice) int64 { return hill(t, 8*ms, sine(turns(t, 2000))) }},
	observe.CueRising:        {2 * liftStep, 1000, func(t int64, v *Voice) int64 { return hum(t, v, 121) }},
	observe.CueSinking:       {2 * liftStep, 1000, func(t int64, v *Voice) int64 { return hum(t, v, 110) }},
	observe.CueTurn:          {6 * ms, 120, func(t int64, v *Voice) int64 { return fade(t, 6*ms, band(t, 900, v.Key)) }},
	observe.CueHostMetronome: {60 * ms, 260, func(t int64, _ *Voice) int64 { return decay(t, 8*ms, sine(turns(t, 1000))) }},
	observe.CueMetronome:     {60 * ms, 260, func(t int64, _ *Voice) int64 { return decay(t, 8*ms, sine(turns(t, 1500))) }},
	observe.CueKick:          {80 * ms, 340, func(t int64, _ *Voice) int64 { return fade(t, 80*ms, triangle(sweep(t, 330, 165, 80*ms))) }},
	observe.CueBounce:        {60 * ms, 300, func(t int64, _ *Voice) int64 { return fade(t, 60*ms, sine(sweep(t, 200, 140, 60*ms))) }},
}

// liftStep is [observe.LiftStep] in samples.
const liftStep = int64(observe.LiftStep) * Rate / 1e9

// hum is a lift's sound, of tones of f Hz and of half of that. It continues from cue to cue: its phase is that of all samples,
// and what fades out of one fades into the next.
func hum(t int64, v *Voice, f int64) int64 {
	at := v.Start + t
	x := (triangle(turns(at, f)) + triangle(uint32((at*f%(2*Rate)<<32)/(2*Rate)))) / 2
	return x * (liftStep - max(t-liftStep, liftStep-t)) / liftStep
}

// bell rings out: an eighth of it is left after 400 ms.
func bell(t int64, _ *Voice) int64 {
	return rise(t, decay(t, 133*ms, (sine(turns(t, 1320))+sine(turns(t, 2640)))/2))
}

// thud is the sound of a hit.
func thud(t int64) int64 { return (square(turns(t, 660)) + square(turns(t, 990))) / 2 }

// refused is a hit that is cut, and then two notes that do not fit.
func refused(t int64, _ *Voice) int64 {
	const cut = 60 * ms
	if t < cut {
		return hill(t, cut, thud(t))
	}
	t -= cut
	return fade(t, 160*ms, (saw(t, 196, 196, 160*ms)+saw(t, 208, 208, 160*ms))/2)
}

// turns returns the phase of a tone of f Hz at a sample, as a part of 2³² that a turn has.
func turns(t, f int64) uint32 { return uint32((t * f % Rate << 32) / Rate) }

// sweep returns the phase of a tone that goes from f to g Hz over a number of samples.
func sweep(t, f, g, over int64) uint32 {
	whole := 2 * over * Rate
	return uint32((2*over*f*t + (g-f)*t*t) % whole << 32 / whole)
}

// sine returns the sine of a phase: x·(π − x²·(2π − 5 − x²·(π − 3)))/2 over a quarter, off by 0.0005 at most.
func sine(phase uint32) int64 {
	x := int64(phase) >> 15 // a quarter has 2¹⁵
	half := x >> 16
	if x &= 1<<16 - 1; x > 1<<15 {
		x = 1<<16 - x
	}
	const pi, a, b = 102944, 42048, 4640 // π, 2π − 5, π − 3, of 2¹⁵
	sq := x * x >> 15
	y := x * (pi - sq*(a-sq*b>>15)>>15) >> 16
	y = min(y, full)
	if half == 1 {
		return -y
	}
	return y
}

// triangle begins at 0, as a sine does.
func triangle(phase uint32) int64 {
	x := int64(phase+1<<30)>>15 - 1<<16 // from its highest point; half a turn is 2¹⁶
	return min(1<<15-max(x, -x), full)
}

func square(phase uint32) int64 {
	if phase < 1<<31 {
		return full
	}
	return -full
}

// saw is a saw tooth that goes from f to g Hz, of the harmonics up to 3 kHz, which fade out from 2.4 kHz on.
func saw(t, f, g, over int64) (sum int64) {
	phase, now := sweep(t, f, g, over), f+(g-f)*t/over
	for h := int64(1); h*now < 3000; h++ {
		weight := min(3000-h*now, 600)
		sum += sine(phase*uint32(h)) * weight / (600 * h)
	}
	return sum * 5 / 8
}

// band is noise about f Hz: its swell is a line through points of noise, 600 a second.
func band(t, f int64, key uint64) int64 {
	const step = Rate / 600
	a, b := noise(key, t/step), noise(key, t/step+1)
	swell := a + (b-a)*(t%step)/step
	return swell * sine(turns(t, f)) / full
}

// noise is a number in ±full that is a hash of a key and a sample.
func noise(key uint64, t int64) int64 {
	x := key ^ uint64(t)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return int64(x>>49)*2 - full
}

// fade lets a sound end: it begins within a millisecond and falls evenly.
func fade(t, length, x int64) int64 { return rise(t, x*(length-t)/length) }

// hill lets it be even, but for two milliseconds at either end.
func hill(t, length, x int64) int64 { return rise(t, x*min(length-t, 2*ms)/(2*ms)) }

// rise lets it begin within a millisecond.
func rise(t, x int64) int64 { return x * min(t, ms) / ms }

// decay halves a sound every half samples, in straight lines.
func decay(t, half, x int64) int64 { return x * (2*half - t%half) / (2 * half) >> (t / half) }
