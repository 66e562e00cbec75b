package travel

import (
	"testing"
	"time"
)

func TestTheWindowSaysHowFastTimeGoesOnWhereTheMachineIsSlow(t *testing.T) {
	a := newTravel(t, "first")
	now := time.Date(2026, 10, 25, 3, 0, 0, 0, time.UTC)
	a.Clock = func() time.Time { return now }
	frames := func(n int, each time.Duration) string {
		for range n {
			now = now.Add(each)
			a.Pass()
		}
		return a.Lag.Speed
	}
	for _, c := range []struct {
		what  string
		speed float64
		each  time.Duration
		want  string
	}{
		{"as fast as it should be", 1, time.Second / 60, ""},
		{"with 20 updates a second", 1, time.Second / 20, "0.3×"},
		{"fast again", 1, time.Second / 60, ""},
		{"with 30 updates a second at 8×", 8, time.Second / 30, "4×"},
		{"with 57 updates a second", 1, time.Second / 57, ""},
		{"with an update in two seconds", 1, 2 * time.Second, "0.008×"},
	} {
		a.picture.Speed = c.speed
		if got := frames(130, c.each); got != c.want {
			t.Errorf("%s it says %q, want %q", c.what, got, c.want)
		}
	}
}

func TestTimeThatStoodOrSleptIsNotSlow(t *testing.T) {
	a := newTravel(t, "first")
	now := time.Date(2026, 10, 25, 3, 0, 0, 0, time.UTC)
	a.Clock = func() time.Time { return now }
	pass := func(each time.Duration) {
		now = now.Add(each)
		a.Pass()
	}
	for i := range 400 {
		a.picture.Paused = i%100 < 20
		switch i {
		case 150, 350:
			pass(3 * time.Hour)
		case 250:
			pass(-time.Hour)
		case 10:
			pass(2 * time.Second) // nothing runs
		default:
			pass(time.Second / 60)
		}
		if a.Lag.Text != "" {
			t.Fatalf("after %d updates it says %q", i+1, a.Lag.Text)
		}
	}
	for range 60 {
		pass(time.Second / 10)
	}
	if a.Lag.Text == "" {
		t.Fatal("it says nothing of a tenth of a second an update")
	}
	a.picture.Paused = true
	if pass(time.Second / 10); a.Lag.Text != "" {
		t.Errorf("time stands, and it says %q", a.Lag.Text)
	}
}

// A lesson's step waits at its end for who reads it: "0×, this machine is slow" stood there at each.
func TestTimeThatALessonHasWaitIsNotSlow(t *testing.T) {
	a := newTravel(t, "first")
	now, lesson := time.Date(2026, 10, 25, 3, 0, 0, 0, time.UTC), &fakeWindow{}
	a.Clock, a.teacher = func() time.Time { return now }, lesson
	pass := func(n int, each time.Duration) {
		for range n {
			now = now.Add(each)
			a.Pass()
		}
	}
	if pass(130, time.Second/20); a.Lag.Text == "" {
		t.Fatal("it says nothing of 20 updates a second")
	}
	lesson.waits = true
	if pass(1, time.Second/20); a.Lag.Text != "" {
		t.Errorf("once the step waits it says %q", a.Lag.Text)
	}
	if pass(300, time.Second/20); a.Lag.Text != "" {
		t.Errorf("the step waits, and it says %q", a.Lag.Text)
	}
	lesson.waits = false
	if pass(130, time.Second/60); a.Lag.Text != "" {
		t.Errorf("time goes on, and it says %q", a.Lag.Text)
	}
}
