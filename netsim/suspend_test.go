package netsim

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func TestSleepingMachineIsHandedNothing(t *testing.T) {
	t.Parallel()
	var got []string
	e := NewEngine(NewDirect())
	for range 2 {
		_, err := e.AddNode(&testNode{
			receive: func(now Time, p *Packet) { got = append(got, fmt.Sprint(now, " ", p.ID)) },
			wake:    func(now Time) { got = append(got, fmt.Sprint(now, " wake")) },
		})
		check(t, err)
	}
	check(t, e.Connect(0, 1, mustLink(t, 1, 0, Settings{Delay: 10})))
	e.WakeAt(1, 50)
	e.Suspend(1)
	for range 3 {
		check(t, e.Send(Datagram{To: 1}))
		check(t, e.Run(e.Now()+30))
	}
	check(t, e.Send(Datagram{To: 1})) // sent while it sleeps, there when it is awake
	e.Suspend(1)
	e.Resume(1)
	e.Resume(1)
	check(t, e.Run(200))
	if want := []string{"90 wake", "100 4"}; !slices.Equal(got, want) {
		t.Errorf("the machine got %q, want %q", got, want)
	}
	check(t, e.Close())
}

func TestWakeUpThatIsNotDueYetComesAtItsTime(t *testing.T) {
	t.Parallel()
	var woken []Time
	e, _ := pair(t, Settings{}, &testNode{wake: func(now Time) { woken = append(woken, now) }})
	e.Suspend(1)
	e.WakeAt(1, 500)
	check(t, e.Run(100))
	e.Resume(1)
	check(t, e.Run(1000))
	if want := []Time{500}; !slices.Equal(woken, want) {
		t.Errorf("woken at %v, want %v", woken, want)
	}
}

func TestSleepingMachineDoesNotLearnAddresses(t *testing.T) {
	t.Parallel()
	e, log := duo(t, NewDirect())
	e.Suspend(0)
	check(t, e.Rebind(1))
	say(t, e, 1, "nobody reads this")
	e.Resume(0)
	say(t, e, 0, "lost")
	say(t, e, 1, "here I am")
	say(t, e, 0, "found")
	want := `10.0.0.2:49152>10.0.0.1:7777 delivered
10.0.0.1:7777>10.0.0.2:7777 lostaddress
10.0.0.2:49152>10.0.0.1:7777 delivered
node 0 has here I am
10.0.0.1:7777>10.0.0.2:49152 delivered
node 1 has found
`
	if log.String() != want {
		t.Errorf("got:\n%swant:\n%s", log, want)
	}
}

func TestSleepCostsTheOthersNothing(t *testing.T) {
	t.Parallel()
	var at []Time
	e, _ := pair(t, Settings{}, &testNode{})
	n := &testNode{}
	id, err := e.AddNode(n)
	check(t, err)
	n.wake = func(now Time) {
		at = append(at, now)
		e.WakeAt(id, now+Time(time.Second))
	}
	e.WakeAt(id, 0)
	e.WakeAt(1, 0)
	e.Suspend(1)
	check(t, e.Run(Time(10*time.Second)))
	if len(at) != 11 {
		t.Errorf("the machine that is awake woke at %v", at)
	}
}
