package game

import (
	"testing"

	"driftlab/netsync"
	"pgregory.net/rapid"
)

func TestStampsOfSpawnsAndSnapshotsGoOverTheWire(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		kind := AppStamps(rapid.IntRange(1, 2).Draw(t, "kind"))
		stamp := appStamp{kind, rapid.Uint32Range(0, map[AppStamps]uint32{Stamps16: 1<<16 - 1, Stamps23: 1<<23 - 1}[kind]).Draw(t, "bits")}
		e := worldEvent{kind: eventSpawn, stamp: stamp,
			shot: Shot{ID: 7, Owner: 1, Origin: Point{X: Metre, Y: Metre}, Dir: -1}}
		b := e.append(nil)
		if len(b) != e.size() || len(b) != spawnSize-16+stampBytes[kind] {
			t.Errorf("%d bytes, and its size is %d", len(b), e.size())
		}
		r := reader{message: "spawn", b: b}
		var got worldEvent
		if r.worldEvent(&got); r.end() != nil || got != e {
			t.Errorf("%+v is read as %+v, %v", e, got, r.end())
		}
		m := snapshotHead{number: 9, every: 1, tick: 77, whole: true, stamp: stamp}
		s := reader{message: "snapshot", b: m.append(nil)}
		var head snapshotHead
		if s.snapshotHead(&head); s.end() != nil || head != m {
			t.Errorf("%+v is read as %+v, %v", m, head, s.end())
		}
	})
	if err := newRig(t, 1, "timesync").host.SetAppStamps(3); err == nil || err.Error() != "stamps: 3 is outside 0..2" {
		t.Errorf("got %v", err)
	}
}

// A stamp that can't be read yet counts as its arrival, and times that a pause will never reach get no stamp.
func TestAStampBeforeTimeSyncIsSynchronisedIsTheArrivals(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	e := worldEvent{kind: eventSpawn, stamp: appStamp{Stamps16, 1234}, shot: Shot{ID: 7, Dir: 1}}
	c.spawned(&e, netsync.World(5e9))
	if e.shot.Spawn != 5e9 || e.shot.End <= e.shot.Spawn || c.AppStamps != (StampStats{}) {
		t.Errorf("it spawns at %d and ends at %d, %+v", e.shot.Spawn, e.shot.End, c.AppStamps)
	}
	if s := r.host.stampFor(1, 0); s != (appStamp{}) {
		t.Errorf("the host stamps %+v for a client that it knows nothing of", s)
	}
}
