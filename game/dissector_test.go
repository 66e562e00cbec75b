package game_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/capture"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
)

// shown is a datagram as tshark shows it.
type shown struct {
	payload []byte
	comment string
	clocks  string // their names
	fault   string
	values  map[string]string
}

// dissect lets tshark read a capture with the dissector. Any complaint about the script fails the test.
func dissect(t *testing.T, sc *scenario.Scenario, file []byte, flags ...string) (all []shown) {
	t.Helper()
	dir := t.TempDir()
	at, script := filepath.Join(dir, "session.pcapng"), filepath.Join(dir, "driftlab.lua")
	for path, content := range map[string][]byte{at: file, script: []byte(capture.Dissector(sc.Algorithms()))} {
		filetest.Write(t, path, content)
	}
	args := []string{"-r", at, "-n", "-X", "lua_script:" + script, "-T", "fields", "-E", "separator=|",
		"-e", "udp.payload", "-e", "frame.comment", "-e", "driftlab.clock.name", "-e", "driftlab.fault", "-e", "_ws.lua.error", "-e", "driftlab.malformed"}
	for _, name := range game.DissectedFields {
		args = append(args, "-e", "driftlab."+name)
	}
	args = append(args, flags...)
	cmd := exec.Command("tshark", args...)
	cmd.Env = append(os.Environ(), "TZ=UTC", "HOME="+dir) // without the user's settings
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil || strings.Contains(strings.ToLower(problems.String()), "lua") {
		t.Fatalf("%v\n%s", err, problems.String())
	}
	for line := range strings.Lines(string(out)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "|")
		if len(cells) != 6+len(game.DissectedFields) {
			t.Fatalf("tshark shows %q", line)
		}
		payload, err := hex.DecodeString(cells[0])
		if err != nil {
			t.Fatal(err)
		}
		if (cells[5] != "") != (cells[3] != "") {
			t.Errorf("%x: the fault %q is marked %q", payload, cells[3], cells[5])
		}
		if cells[4] != "" {
			t.Fatalf("%x: the script fails: %s", payload, cells[4])
		}
		s := shown{payload: payload, comment: cells[1], clocks: cells[2], fault: cells[3], values: map[string]string{}}
		for i, name := range game.DissectedFields {
			s.values[name] = cells[6+i]
		}
		all = append(all, s)
	}
	return all
}

// compare compares what tshark shows with what the game's own readers find.
func (s shown) compare(t *testing.T) (fault string) {
	t.Helper()
	want, fault := game.Dissected(s.payload)
	if s.fault != fault {
		t.Errorf("%x: tshark says %q, want %q", s.payload, s.fault, fault)
	}
	if fault != "" {
		return fault
	}
	for _, name := range game.DissectedFields {
		if s.values[name] != want[name] {
			t.Errorf("%x: driftlab.%s is %q, want %q", s.payload, name, s.values[name], want[name])
		}
	}
	return ""
}

// A tape keeps a session's datagrams.
type tape struct {
	*capture.Pcapng
	sent []observe.Departure
}

func (k *tape) Record(e observe.Entry) {
	k.Pcapng.Record(e)
	if d, ok := e.(*observe.Departure); ok {
		p := *d.Packet
		p.Data = bytes.Clone(p.Data)
		k.sent = append(k.sent, observe.Departure{Packet: &p, Tick: d.Tick, Ticks: d.Ticks})
	}
}

// record plays a scenario and returns its capture and its datagrams.
func record(t *testing.T, sc *scenario.Scenario) (file []byte, sent []observe.Departure) {
	t.Helper()
	var b bytes.Buffer
	p, err := capture.NewPcapng(&b, sc)
	if err != nil {
		t.Fatal(err)
	}
	k := &tape{Pcapng: p}
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: k})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Advance(sc.Duration); err != nil {
		t.Fatal(err)
	}
	if err := p.Finish(netsim.Time(sc.Duration)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), k.sent
}

// The dissected sessions: each arena, and every setting that changes what datagrams contain.
var dissectedSettings = map[string]string{
	"classic": "arena = \"classic\"", "yard": "arena = \"yard\"", "lift": "arena = \"lift\"", "duel": "arena = \"duel\"\nprojectile.spawn = \"per-frame\"", "relay": "arena = \"relay\"",
	"none":   "arena = \"none\"",
	"ball":   "ball = \"on\"",
	"stamps": "arena = \"duel\"\nstamp.bits = \"16\"\nclient1.bulk.control = \"delay\"\nclient2.bulk.control = \"loss\"\nclient2.bulk.owd = \"differential\"",
	"finer":  "arena = \"duel\"\nstamp.bits = \"23\"\nhost.dilation = 0.5\nplayer.authority = \"client\"",
}

func dissectedScenario(t *testing.T, set string) *scenario.Scenario {
	t.Helper()
	sc := scenariotest.Parse(t, "dissected.toml", "format = 3\nseed = 3\nclients = 3\nclocks = \"all\"\n"+
		"[clock.slot-64]\nalgorithm = \"slot\"\nring = 64\n[set]\nbots = \"live\"\nlink.delay = \"40ms\"\nlink.jitter = \"5ms\"\nlink.loss = \"2%\"\n"+set+
		"\n[[event]]\nat = \"1s\"\nsay = {player = 1, text = \"hello\"}\nrebind = \"client2\"\n[[event]]\nat = \"1500ms\"\nleave = \"client3\"\n")
	sc.Duration = time.Duration(testkit.LongCount(2, 20)) * time.Second
	return sc
}

func needTshark(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("tshark"); err != nil {
		t.Skip("tshark is not installed")
	}
}

func TestTsharkFindsTheFieldsOfEveryDatagramOfEveryArena(t *testing.T) {
	t.Parallel()
	needTshark(t)
	kinds := map[game.Kind]int{}
	for name, set := range dissectedSettings {
		sc := dissectedScenario(t, set)
		file, sent := record(t, sc)
		rows := dissect(t, sc, file)
		if len(rows) < len(sent) {
			t.Errorf("%s: %d rows, want at least %d", name, len(rows), len(sent))
		}
		names := map[string]string{"0": "own"}
		for _, a := range sc.Algorithms() {
			names[fmt.Sprint(a.ID)] = a.Name
		}
		for _, s := range rows {
			var id int
			if _, err := fmt.Sscanf(s.comment, "#%d", &id); err != nil || !bytes.Equal(sent[id-1].Data, s.payload) {
				t.Fatalf("%s: the capture has not what was sent: %q, %v", name, s.comment, err)
			}
			p := sent[id-1]
			kinds[game.Kind(p.Kind)]++
			if fault := s.compare(t); fault != "" {
				t.Errorf("%s: what the game itself sent is malformed: %s", name, fault)
			}
			if want := game.Kind(p.Kind).String(); s.values["kind.name"] != want {
				t.Errorf("%s: %q is shown for a %s", name, s.values["kind.name"], want)
			}
			if p.Ticks > 0 && s.values["tick"] != fmt.Sprint(p.Tick) {
				t.Errorf("%s: tick %q is shown for %d", name, s.values["tick"], p.Tick)
			}
			var clocks []string
			for id := range strings.SplitSeq(s.values["clock"], ",") {
				if id != "" {
					clocks = append(clocks, names[id])
				}
			}
			if s.clocks != strings.Join(clocks, ",") || game.Kind(p.Kind).OfClocks() && clocks[0] != names[fmt.Sprint(p.Flow-netsim.Aside)] {
				t.Errorf("%s: clocks %q are shown for %q", name, s.clocks, clocks)
			}
			if t.Failed() {
				return
			}
		}
	}
	for k := game.KindHello; k < game.KindCount; k++ {
		if kinds[k] == 0 {
			t.Errorf("none of the sessions has a %v", k)
		}
	}
}

func TestTheFiltersOfTheDocumentationFindDatagrams(t *testing.T) {
	t.Parallel()
	needTshark(t)
	docs := filetest.Read(t, "../docs/traces.md")
	sc := dissectedScenario(t, "link.down.loss = \"20%\"")
	file, sent := record(t, sc)
	filters := regexp.MustCompile("(?m)\\| `(driftlab\\.[^`]* [^`]*)` \\|$").FindAllStringSubmatch(string(docs), -1)
	for _, filter := range filters {
		if found := len(dissect(t, sc, file, "-Y", filter[1])); found == 0 || found >= len(sent)/4 {
			t.Errorf("%s: %d of %d datagrams", filter[1], found, len(sent))
		}
	}
	if len(filters) < 3 {
		t.Errorf("the documentation has %d filters", len(filters))
	}
}

func TestTheDissectorFindsTheFaultsOfDamagedDatagramsAsTheGameDoesAndNeverFailsItself(t *testing.T) {
	t.Parallel()
	needTshark(t)
	sc := dissectedScenario(t, dissectedSettings["finer"])
	sc.Duration = 2 * time.Second
	var corpus []observe.Departure
	perKind := map[string]int{}
	for _, name := range []string{"none", "duel", "stamps", "finer"} {
		_, sent := record(t, dissectedScenario(t, dissectedSettings[name]))
		for _, d := range sent {
			if key := name + game.Kind(d.Kind).String(); perKind[key] < 40 {
				perKind[key]++
				corpus = append(corpus, d)
			}
		}
	}
	var b bytes.Buffer
	p, err := capture.NewPcapng(&b, sc)
	if err != nil {
		t.Fatal(err)
	}
	luck := rand.New(rand.NewPCG(1, 2))
	for i := range testkit.LongCount(10_000, 200_000) {
		of := *corpus[i%len(corpus)].Packet
		of.Data, of.Sent, of.Due, of.Fate, of.ID = damaged(luck, of.Data), netsim.Time(i), netsim.Time(i), netsim.Lost, uint64(i+1)
		p.Record(&observe.Departure{Packet: &of})
	}
	if err := p.Finish(netsim.Time(1 << 40)); err != nil {
		t.Fatal(err)
	}
	faults := map[string]bool{}
	for _, s := range dissect(t, sc, b.Bytes()) {
		faults[strings.TrimRight(strings.Map(withoutDigits, s.compare(t)), " ")] = true
		if t.Failed() {
			return
		}
	}
	if len(faults) < 60 {
		t.Errorf("only %d kinds of fault were met", len(faults))
	}
}

func withoutDigits(c rune) rune {
	if c >= '0' && c <= '9' {
		return -1
	}
	return c
}

// damaged returns a datagram that is cut, longer, or has other bits, numbers or bytes.
func damaged(luck *rand.Rand, b []byte) []byte {
	b = slices.Clone(b)
	for range 1 + luck.IntN(3) {
		at := luck.IntN(len(b))
		if luck.IntN(2) == 0 {
			at = luck.IntN(min(len(b), 40)) // where the fields are
		}
		switch luck.IntN(6) {
		case 0:
			b = b[:max(at, 1)]
		case 1:
			b[at] ^= 1 << luck.IntN(8)
		case 2:
			b[at] = []byte{0, 1, 0x7f, 0x80, 0xff}[luck.IntN(5)]
		case 3:
			b[at] = byte(luck.Uint32())
		case 4:
			b = slices.Insert(b, at, make([]byte, luck.IntN(9))...)
		case 5:
			if luck.IntN(20) == 0 {
				b = append(b, make([]byte, 1+luck.IntN(game.MaxDatagram+8))...)
			}
		}
	}
	return b
}
