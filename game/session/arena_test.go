package session

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
	"driftlab/netsim"
	"driftlab/netsim/vnet"
)

// What is played in each arena, to the bit: on both carriers, and as it was.
func TestTracesOfEveryArenaAreTheGoldenOnes(t *testing.T) {
	t.Parallel()
	const path = "testdata/arenas.txt"
	var b strings.Builder
	for _, arena := range append(game.ArenaNames[:], "ball") {
		name := "arenas/" + arena
		if arena == game.NoWorld.String() {
			name = "clocks-alone"
		}
		sc := scenariotest.Load(t, name)
		sc.Pin(scenariotest.Set("link.jitter=10ms", "link.loss=2%"))
		direct, s := play(t, sc, netsim.NewDirect(), time.Second)
		carrier, err := vnet.New()
		if err != nil {
			t.Fatal(err)
		}
		if other, _ := play(t, sc, carrier, time.Second); other.sum != direct.sum {
			t.Errorf("%s: the carriers disagree", arena)
		}
		fmt.Fprintf(&b, "%s %016x %d packets, %d corrections\n", arena, direct.sum, direct.packets, s.Facts(1).Corrected)
	}
	if *update {
		filetest.Write(t, path, b.String())
	}
	if want, err := os.ReadFile(path); err != nil || string(want) != b.String() {
		t.Errorf("the traces have changed (%v); if that is meant, run go test ./game/session -run Arena -update\ngot\n%swant\n%s", err, b.String(), want)
	}
}
