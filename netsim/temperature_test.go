package netsim

import (
	"math"
	"testing"
	"time"
)

func TestWarmCrystalLosesTheSquareOfItsDistanceFrom25Degrees(t *testing.T) {
	t.Parallel()
	for celsius, want := range map[int64]int64{-40: -143_650, 5: -13_600, 25: 0, 26: -34, 40: -7_650, 85: -122_400} {
		o := mustOscillator(t, 0, 1000)
		check(t, o.SetTemperature(0, celsius*1000))
		if got := o.SkewAt(0); got != 1000+want || o.Skew() != 1000 {
			t.Errorf("at %d °C the skew is %d ppb, want %d", celsius, got, 1000+want)
		}
		// What holds from the start needs no steps: a second gains the same to the nanosecond.
		if got := o.Read(Time(year)) - int64(year); got != (1000+want)*int64(year/time.Second) {
			t.Errorf("at %d °C the clock gains %d ns in a year", celsius, got)
		}
	}
}

func TestCrystalFollowsTheAirExponentially(t *testing.T) {
	t.Parallel()
	o := mustOscillator(t, 0, 0)
	start := 10*second + 500
	check(t, o.SetTemperature(start, 45_000))
	for _, s := range []Time{0, 1, 60, 300, 900, 3600} {
		warmer := 20 * (1 - math.Exp(-float64(s)/300))
		want := -34 * warmer * warmer
		if got := o.SkewAt(start + s*second); math.Abs(float64(got)-want) > 1 {
			t.Errorf("after %d s the skew is %d ppb, want %.1f", s, got, want)
		}
	}
}

func TestCrystalSettlesSoThatNoStepsRemain(t *testing.T) {
	t.Parallel()
	o := mustOscillator(t, 0, 0)
	check(t, o.SetTemperature(0, MinTemperature))
	check(t, o.SetTemperature(1, MaxTemperature))
	o.Read(Time(2 * time.Hour))
	if !o.steady(&o.latest) || o.latest.from > Time(2*time.Hour) {
		t.Errorf("after two hours the crystal is still %d µ°C off", o.latest.heat)
	}
	if got := o.SkewAt(Time(year)); got != -122_400 {
		t.Errorf("a year later the skew is %d ppb", got)
	}
	if o.When(o.Read(Time(year))) > Time(year) {
		t.Error("a reading comes after it was read")
	}
}

func TestOscillatorRefusesTemperaturesOutOfRange(t *testing.T) {
	t.Parallel()
	o := mustOscillator(t, 0, 0)
	for _, celsius := range []int64{MinTemperature - 1, MaxTemperature + 1, math.MaxInt64, math.MinInt64} {
		wantError(t, o.SetTemperature(0, celsius), "outside -40000..85000")
	}
	if o.SkewAt(0) != 0 {
		t.Error("a refused temperature changed the clock")
	}
}

func TestStoppedClockStandsStillAndGoesOnFromThere(t *testing.T) {
	t.Parallel()
	o := mustOscillator(t, time.Second, 50_000)
	o.Stop(10 * second)
	before := o.Read(10 * second)
	if got := o.Read(Time(time.Hour)); got != before {
		t.Errorf("the stopped clock went from %d to %d", before, got)
	}
	if o.When(before) != 10*second || o.When(before+1) != Never {
		t.Errorf("its next reading comes at %d", o.When(before+1))
	}
	if o.SkewAt(Time(time.Minute)) != -1e9 || o.Skew() != 50_000 {
		t.Errorf("its skew is %d ppb, of which %d was set", o.SkewAt(Time(time.Minute)), o.Skew())
	}
	o.Start(Time(time.Hour))
	o.Start(Time(time.Hour))
	if got, want := o.Read(Time(time.Hour)+second), before+1_000_050_000; got != want {
		t.Errorf("a second after it goes on the clock reads %d, want %d", got, want)
	}
}

func TestClockWandersOnWhileItIsStopped(t *testing.T) {
	t.Parallel()
	slept, awake := mustWander(t, 4, 1000), mustWander(t, 4, 1000)
	slept.Stop(second)
	slept.Start(Time(time.Hour))
	if a, b := slept.SkewAt(Time(time.Hour)), awake.SkewAt(Time(time.Hour)); a != b || a == 0 {
		t.Errorf("the skew is %d ppb after the sleep, %d without it", a, b)
	}
}
