package session

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

const earlierLog = `format = 1
name = "old"
seed = 5
clients = 2
duration = "3s"
[set]
link.jitter = "20ms"
client2.link.up.correlation = 0.9
client1.skew = 100
[[event]]
at = "1s"
caption = "Now."
rejoin = "all"
[event.set]
link.loss = "5%"
`

func TestALogOfAnEarlierFormatKeepsAllAndSaysThatItsLuckIsAnother(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "old.toml", earlierLog)
	if !sc.Earlier || sc.Seed != 5 || sc.Clients != 2 || sc.Duration != 3*time.Second || len(sc.Events) != 1 {
		t.Fatalf("got %+v", sc)
	}
	now, err := scenario.Parse("new.toml", strings.Replace(earlierLog, "format = 1", "format = 3", 1))
	if err != nil || now.Earlier {
		t.Fatalf("%v, earlier: %v", err, now.Earlier)
	}
	// What its correlation meant is kept as well.
	want := strings.Replace(now.Text(), "[set]\n", "[set]\n\"link.up.correlation-way\" = \"netem\"\n\"link.down.correlation-way\" = \"netem\"\n", 1)
	lines := func(text string) map[string]int {
		n := map[string]int{}
		for line := range strings.Lines(text) {
			n[line]++
		}
		return n
	}
	got := lines(sc.Text())
	for line, n := range lines(want) {
		if got[line] != n {
			t.Errorf("%q is there %d times in\n%s", line, got[line], sc.Text())
		}
	}
	s := newSession(t, sc, nil)
	advance(t, s, 2*time.Second, time.Second)
	if log := s.Log(); log.Earlier || !strings.HasPrefix(log.Text(), "format = 3\n") {
		t.Errorf("its session's log is of an earlier format, too:\n%s", log.Text())
	}
}

func TestASharedTextOfAnEarlierFormatIsOpenedAndSaysSo(t *testing.T) {
	t.Parallel()
	// What a driftlab of format 1 made of the first scenario.
	const text = "driftlab1:dJM_b-tGEMR7fooBmzQyYcpKYjhQFaRNETjFg-FiRa50Zx1vidul9fjtH-5E2_K_QsXxd0PtzCz3kgYybNFWkQbGFvXeJ7W6Mm-hnO8dozyDcYRyJ7HXulLmHlv8WXXBczTFFjdVPyUyLzHr2uFa66p6ULbHqg4-HptpbHoONNeZ314PWi-gl1P8Bk1j8-TNOBWy_qD5hM7TtI3s98pWwNXNJaBwkOTNDYVNMTGFV7y-1LXN73pB3guT2foV3lzKNmu9AO9V5gfWOXY5lwd-5miPj1XJv85hdTS-pHfvEjOWbFcwx9Bc0EjdkfOT22sMCqbO4URzg7_LVbS_Kbog3RFeMU7quMduLnonaiDF_8UzemG9g7d8USLn39WJZpQasGPnY78CxR4qoMTwphiTPHFnPrAWNAayvEPafGFp89ESIzeHHXcy5BfoPAxsyXcrtOviZxrLazflkBvGyZt7s59kij0s-fE8Gj9zmvP0T-Kjgg7kY1NXifM5_ymFUFfnuZrvNrFdf7-Km4I-WfvjvbV_8hhL7uYox3zUt9C9IsoJtJPJFm_kmJZ4KQTIPt8eQIfE3OBfAf_sHMUDZ7SUjo7yB8gw5_UvENQPUyCTlMlXDbQftuqHTAk2pXiHQZ65TPjSwgwNvue0QudElEFRzHFabO0lgZaFXEESxsSq-O-ctAkC21sdpMfXMkoWW1iauPoVAAD__w.PSSS0g"
	sc, err := scenario.ParseShared(text, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if !sc.Earlier || sc.Name != "first" || sc.Seed != 7 || len(sc.Events) < 4 {
		t.Errorf("got %+v", sc)
	}
	again, _, err := sc.Share()
	if err != nil {
		t.Fatal(err)
	}
	if sc, err = scenario.ParseShared(again, t.TempDir()); err != nil || sc.Earlier {
		t.Errorf("%v, earlier: %v", err, sc.Earlier)
	}
}

func TestWithoutCorrelationAnEarlierFormatMeansTheSame(t *testing.T) {
	t.Parallel()
	text := strings.Replace(earlierLog, "client2.link.up.correlation = 0.9\n", "", 1)
	sc := scenariotest.Parse(t, "old.toml", text)
	now := scenariotest.Parse(t, "new.toml", strings.Replace(text, "format = 1", "format = 2", 1))
	if sc.Text() != now.Text() {
		t.Errorf("got\n%s\nwant\n%s", sc.Text(), now.Text())
	}
	a, _ := play(t, sc, netsim.NewDirect(), time.Second)
	if b, _ := play(t, now, netsim.NewDirect(), time.Second); a.sum != b.sum {
		t.Error("they do not play alike")
	}
}

// What the last driftlab of format 2 wrote: a log, and the checksums of its other files.
const logOfFormat2 = `format = 2
name = "old"
seed = 4
clients = 2
duration = "13s"

[set]
"link.up.delay" = "40ms"
"link.down.delay" = "40ms"
"link.up.jitter" = "9ms"
"link.down.jitter" = "9ms"
"link.up.distribution" = "exponential"
"link.down.distribution" = "exponential"
"client.skew" = "60"
"time.provider" = "unity"
"snapshot.rate" = "20"
"client2.unity.merged" = "on"

[[event]]
at = "4s"
rejoin = "client1"
[event.set]
"link.down.delay" = "90ms"
`

var filesOfFormat2 = map[string]string{
	SummaryFile: "23bdb5f06a9599eacbb66d5a80b515d58f0297b4c82322cb8b9a4c960864b5c3",
	ClockFile:   "2a3bdf4a79ad59d781b9971f3556f3efae65b73a59afe3b806fa363e949440d2",
	PacketsFile: "861503ccc9fbb7a87f5ee234cf2649c86caca8a77259c2b51baf601831349634",
}

// laterFigures are what summary.json has had only since then.
var laterFigures = regexp.MustCompile(`,\n *"figures": \{[^}]*\}`)

func TestALogWithoutTheTimeOfItsSnapshotsPlaysAsItWasMade(t *testing.T) {
	t.Parallel()
	sc, err := scenario.Parse("log.toml", logOfFormat2)
	if err != nil || sc.Earlier {
		t.Fatalf("%v, earlier: %v", err, sc.Earlier)
	}
	again := scenariotest.Parse(t, "again.toml", sc.Text())
	today := scenariotest.Parse(t, "new.toml", strings.Replace(logOfFormat2, "format = 2", "format = 3", 1))
	for i, sc := range []*scenario.Scenario{sc, again, today} {
		dir := t.TempDir()
		writeRun(t, sc, netsim.NewDirect(), dir)
		for name, want := range filesOfFormat2 {
			text := []byte(readFile(t, dir, name))
			if name == SummaryFile && !laterFigures.Match(text) {
				t.Errorf("%d: %s has no figures", i, name)
			}
			sum := sha256.Sum256(laterFigures.ReplaceAll(text, nil))
			// The clocks of a race don't go by the game's times.
			if same, old := hex.EncodeToString(sum[:]) == want, sc != today || name == ClockFile; same != old {
				t.Errorf("%d: %s is as the log's: %v", i, name, same)
			}
		}
	}
}
