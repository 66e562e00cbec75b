package session

import (
	"strings"
	"testing"
	"time"

	"driftlab/netsim"
	"driftlab/scenario"
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
	sc, err := scenario.Parse("old.toml", earlierLog)
	if err != nil {
		t.Fatal(err)
	}
	if !sc.Earlier || sc.Seed != 5 || sc.Clients != 2 || sc.Duration != 3*time.Second || len(sc.Events) != 1 {
		t.Fatalf("got %+v", sc)
	}
	now, err := scenario.Parse("new.toml", strings.Replace(earlierLog, "format = 1", "format = 2", 1))
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
	if log := s.Log(); log.Earlier || !strings.HasPrefix(log.Text(), "format = 2\n") {
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
	sc, err := scenario.Parse("old.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	now, err := scenario.Parse("new.toml", strings.Replace(text, "format = 1", "format = 2", 1))
	if err != nil {
		t.Fatal(err)
	}
	if sc.Text() != now.Text() {
		t.Errorf("got\n%s\nwant\n%s", sc.Text(), now.Text())
	}
	a, _ := play(t, sc, netsim.NewDirect(), time.Second)
	if b, _ := play(t, now, netsim.NewDirect(), time.Second); a.sum != b.sum {
		t.Error("they do not play alike")
	}
}
