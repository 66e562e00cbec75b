package netsim

import (
	"fmt"
	"time"
)

// An Oscillator is one machine's clock: it maps true time to the local time that the machine reads,
// in nanoseconds since an origin of its own.
//
// It gains the skew that was set, what its temperature adds (see [Oscillator.SetTemperature]), and what
// it has wandered (see [Oscillator.SetWander]). The first changes when a caller says so; the others
// change in steps, at every whole second of true time, and between two steps the clock is a
// [segment], without rounding. So a reading depends on the true time and on the changes that were
// made before it, not on what else was read.
//
// Changes must be made in the order of their times. Readings that no int64 can hold (292 years) stay
// at the largest or smallest one.
type Oscillator struct {
	changed course // as it was at the last change
	latest  course // the same, brought forward to about the latest reading

	skew    int64 // what was set, in 10⁻¹⁵
	wander  wander
	ambient int64 // temperature of the air in 10⁻⁶ °C
	stopped bool
}

// A course is everything that steps change: how a clock runs, and why.
type course struct {
	segment
	wandered int64 // skew by wandering, in 10⁻¹⁵
	heat     int64 // how much warmer the crystal is than the air, in 10⁻⁶ °C
}

const (
	// MaxSkewPPB bounds a skew to ±MaxSkewPPB parts per billion: a clock neither stops nor runs at
	// twice the speed, let alone backwards. 1 ppm is 1000 ppb; quartz has some 10 to 100 ppm.
	MaxSkewPPB = 499_999_999

	maxSkew = MaxSkewPPB * perPPB
	perPPB  = 1_000_000 // 10⁻¹⁵ in a part per billion
	second  = Time(time.Second)
)

// NewOscillator returns a clock that reads offset at true time 0 and gains skewPPB nanoseconds a
// second from then on (negative: loses). skewPPB is in −[MaxSkewPPB]..MaxSkewPPB.
func NewOscillator(offset time.Duration, skewPPB int64) (*Oscillator, error) {
	o := &Oscillator{ambient: ReferenceTemperature * perMilliCelsius}
	o.latest.base = int64(offset)
	o.changed = o.latest
	if err := o.SetSkew(0, skewPPB); err != nil {
		return nil, err
	}
	return o, nil
}

// Read returns what the clock reads at t. For a time before the last change it returns what the clock would have read
// had it always run as it did right after that change.
//
// With wander the cost is proportional to the seconds since the latest reading, or since the last change if t is before
// that reading.
func (o *Oscillator) Read(t Time) int64 {
	if t < o.latest.from || !o.steady(&o.latest) {
		o.follow(t)
	}
	reading, _ := o.latest.read(t)
	return reading
}

// When returns the earliest true time, not before the last change, at which the clock reads local
// or later if nothing is changed until then; [Never] if no Time is late enough or, with wander, if
// that is more than 100 years after the start.
func (o *Oscillator) When(local int64) Time {
	from := &o.latest
	if local <= from.base {
		from = &o.changed
	}
	if local <= from.base || o.stopped || o.steady(from) {
		return from.when(local)
	}
	if uint64(local)-uint64(from.base) > uint64(lastTime)/2*3 {
		return Never // no clock gains half a second a second
	}
	c := *from
	for !o.steady(&c) {
		next := c
		o.step(&next)
		if next.base >= local {
			break
		}
		if c = next; c.from > lastTime {
			return Never
		}
	}
	return c.when(local)
}

// SetSkew changes the skew at now. The reading does not jump. skewPPB is in
// −[MaxSkewPPB]..MaxSkewPPB; if it is not, the clock stays as it was.
func (o *Oscillator) SetSkew(now Time, skewPPB int64) error {
	if skewPPB < -MaxSkewPPB || skewPPB > MaxSkewPPB {
		return fmt.Errorf("skew: %d ppb is outside %d..%d", skewPPB, -MaxSkewPPB, MaxSkewPPB)
	}
	o.settle(now)
	o.skew = skewPPB * perPPB
	o.change()
	return nil
}

// Step sets the clock forward by d (negative: back) at now.
func (o *Oscillator) Step(now Time, d time.Duration) {
	o.settle(now)
	o.latest.base = addSaturating(o.latest.base, int64(d))
	o.change()
}

// Stop freezes the reading from now on, as Linux's CLOCK_MONOTONIC does while the machine sleeps. A clock that keeps
// counting in sleep, as CLOCK_BOOTTIME does, needs no call.
func (o *Oscillator) Stop(now Time) {
	o.settle(now)
	o.stopped = true
	o.change()
}

// Start lets a stopped clock continue from its current reading.
func (o *Oscillator) Start(now Time) {
	o.settle(now)
	o.stopped = false
	o.change()
}

// Skew returns the skew that was set, in parts per billion: what the clock gains in nanoseconds a
// second at [ReferenceTemperature] and without wander.
func (o *Oscillator) Skew() int64 { return o.skew / perPPB }

// SkewAt returns what the clock really gains at t in nanoseconds a second, rounded, with temperature and wander. For a
// stopped clock that is −10⁹.
func (o *Oscillator) SkewAt(t Time) int64 {
	o.follow(t + 1)
	return (int64(o.latest.rate)+perPPB/2)/perPPB - unit/perPPB
}

// settle brings the latest course to now, so that a change can be made.
func (o *Oscillator) settle(now Time) {
	o.follow(now + 1) // a step at now comes before the change
	o.latest.moveTo(now)
}

// change makes the latest course the one from which all others follow.
func (o *Oscillator) change() {
	o.latest.rate = o.rate(&o.latest)
	o.changed = o.latest
}

// follow brings the latest course forward through the steps before t, or back to the last change if
// it is past t.
func (o *Oscillator) follow(t Time) {
	if t < o.latest.from {
		o.latest = o.changed
	}
	for !o.steady(&o.latest) && o.latest.nextStep() < t {
		o.step(&o.latest)
	}
}

// steady says whether a course has no steps.
func (o *Oscillator) steady(c *course) bool { return c.heat == 0 && o.wander.coin == 0 }

// nextStep returns the next whole second.
func (c *course) nextStep() Time { return (c.from/second + 1) * second }

// step brings a course to the next whole second and changes its skew.
func (o *Oscillator) step(c *course) {
	next := c.nextStep()
	if next-c.from == second {
		c.addSecond()
	} else {
		c.moveTo(next)
	}
	// Rounding is towards zero, so a difference of 125 °C is gone for good within two hours, and with it the need for steps.
	c.heat = c.heat * cooling / (1 << 32)
	c.wandered = o.wander.step(c.wandered, uint64(next/second))
	c.rate = o.rate(c)
}

// rate returns how fast the clock runs on a course.
func (o *Oscillator) rate(c *course) uint64 {
	if o.stopped {
		return 0
	}
	// What a temperature in 10⁻⁶ °C does to the skew, in 10⁻¹⁵.
	d := (o.ambient + c.heat) - ReferenceTemperature*perMilliCelsius
	skew := o.skew + c.wandered + parabola*d*d/perCelsius
	return uint64(unit + min(max(skew, -maxSkew), maxSkew))
}

const (
	// MinTemperature and MaxTemperature bound the temperature of the air, in 10⁻³ °C: what
	// industrial crystals are made for.
	MinTemperature = -40_000
	MaxTemperature = 85_000
	// ReferenceTemperature is where the crystal's frequency is highest, and where it has the skew
	// that was set.
	ReferenceTemperature = 25_000
	// ThermalTime is the time constant with which a crystal follows the air: 63 % of a change after
	// 5 minutes, 95 % after 15, as in a computer's case.
	ThermalTime = 5 * time.Minute

	perMilliCelsius = 1000       // 10⁻⁶ °C in 10⁻³ °C
	perCelsius      = 1_000_000  // 10⁻⁶ °C in 1 °C
	parabola        = -34        // ppb per °C²
	cooling         = 4280674573 // 2³²·exp(−1 s/ThermalTime): what a second leaves of a difference
)

// SetTemperature changes the temperature of the air around the clock at now, in 10⁻³ °C,
// [MinTemperature]..[MaxTemperature]; it is [ReferenceTemperature] until then. The crystal follows
// exponentially (see [ThermalTime]). At time 0 it has that temperature already.
//
// The crystal is a tuning fork of 32 768 Hz, as in watches and real-time clocks: away from 25 °C it
// loses 0.034 ppm/°C² (data sheets have 0.030 ± 0.010, CTS TF20, to 0.035 ± 0.009, ACT 3×8, at
// 25 ± 5 °C). So 40 °C cost 7.65 ppm. The AT-cut crystals from which processors derive their clocks
// follow a cubic instead, which is flatter around room temperature and may rise or fall.
func (o *Oscillator) SetTemperature(now Time, milliCelsius int64) error {
	if milliCelsius < MinTemperature || milliCelsius > MaxTemperature {
		return fmt.Errorf("temperature: %d thousandths of °C is outside %d..%d", milliCelsius, MinTemperature, MaxTemperature)
	}
	o.settle(now)
	was := o.ambient
	o.ambient = milliCelsius * perMilliCelsius
	if now > 0 {
		o.latest.heat += was - o.ambient
	}
	o.change()
	return nil
}
