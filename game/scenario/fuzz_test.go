package scenario_test

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/testkit"
)

// texts are whole scenario files for a corpus: the program's own, lessons with worlds and all languages among
// them, and logs of sessions with every kind of event, keyframes and files.
func texts(f *testing.F) (all []string) {
	for _, name := range append(assets.ScenarioNames(), assets.LessonNames()...) {
		if _, _, text, err := assets.Named(name); err != nil {
			f.Fatal(err)
		} else if len(text) < 4096 {
			all = append(all, text)
		}
	}
	logs := rapid.Custom(func(t *rapid.T) string {
		sc := scenariotest.Scenario(t)
		for i := range sc.Set {
			sc.Set[i].DropText() // paths of this machine would make another corpus on each
		}
		for i := range sc.Events {
			for k := range sc.Events[i].Set {
				sc.Events[i].Set[k].DropText()
			}
		}
		return sc.Text()
	})
	for seed := range 20 {
		all = append(all, logs.Example(seed))
	}
	return all
}

// oneGoodLine fails the test if an error is none that a person can read.
func oneGoodLine(t testing.TB, err error) {
	t.Helper()
	if text := err.Error(); text == "" || strings.ContainsAny(text, "\n\x00\x1b") || len(text) > 2000 {
		t.Errorf("a bad message: %q", text)
	}
}

// FuzzParse holds that no text makes it panic, and that what it reads is written and read as the same.
func FuzzParse(f *testing.F) {
	for _, text := range texts(f) {
		f.Add(text)
	}
	f.Add("format = 3\nname = \"a\\u0007\\\\x \\u00e9\"\nseed = 9\nclients = 2\nduration = \"1m\"\n[set]\nlink.up.delay = \"80ms\"\n\"client2.skew\" = -5\nclient.skew = 1e-3\n")
	f.Add("format = 3\n[[event]]\nat = \"4s\"\nrejoin = \"client1\"\nplayer = 0\nhold = \"left fire\"\n[[event]]\nat = \"5s\"\nplayer = 1\nrelease = true\n[event.set]\nlink.loss = \"5%\"\nhost.dilation = 0\n")
	f.Add("format = 3\n[[event]]\nat = \"1s\"\nmove = {client = 1, way = \"up\", kind = \"input\", number = 40, by = \"-60ms\"}\nlose = {client = 2, way = \"down\", clock = \"slot\", number = 3, second = true}\n")
	f.Add("format = 3\n[set.link]\nup.delay = \"1ms\"\n[set.client3]\nlink.delay = \"2ms\"\n")
	f.Add("format = 3\nname = \"\\\n\"\n[set]\n\"client9\\n.skew\" = 1\n")
	f.Add("format = 3\ntitle = \"\"\"a\\\n\"\"\"\"\n[[event]] # x\nat = '0s'\nset = {client1 = {link = {up = {cross = {share = 1}}}}}\n")
	f.Add("format = 3\nevent = [{at = '0s', set = {client1 = {link = {up = {cross = {share = 1}}}}}}, # x\n]\n")
	f.Add("format = 3\nset = {\"link.loss\" = nan}\nevent = [{at = \"0s\", set = {}}]\n")
	f.Add("format = 3\n[files]\n'testdata/short.trace' = 'sha256:0'\n[set]\nlink.trace = 'testdata/short.trace'\n")
	f.Add("format = 3\n[set]\nlink.preset = '4g'\nclient2.link.preset = 'satellite-leo'\nlink.up.recording = 'testdata/both.csv'\nlink.table = './testdata/ramp.dist'\nlink.lose = ' 3 ,  7-9 '\n")
	f.Add("format = 3\n[set]\nclient.sleep = 'asleep'\nclient1.temperature = '-40°C'\nclient.wander = '1ppm/√h'\nlink.mtu = 576\nlink.outage.every = '0s'\n[[event]]\nat = '1s'\nrebind = 'all'\n")
	f.Add("format = 3\n[set]\nlink.up.chain.begin = '5%'\nlink.chain = {end = 1, bad = 0.5, good = 0}\nlink.reorder-gap = 3\nlink.queue-discipline = 'codel'\nlink.trace = 'a\\u0007'\n")
	f.Add("format = 3\n[[keyframes]]\nkey = 'link.delay'\npoints = [['0s', '80ms'], [\"1.5s\", \"1s\"]]\n[[keyframes]]\nkey = 'client2.dilation'\npoints = [['1s', 1.5], ['2s', 0]]\n")
	f.Add("format = 3\nkeyframes = [{key = 'host.dilation', points = [['2s', 1], ['4s', 0.25]]}]\n[[event]]\nat = '1s'\njoin = 'all'\nleave = 'client1'\npush = {player = 1, x = -3, y = 8.25}\nsay = {player = 0, text = 'a # \"b\"'}\n")
	f.Add("format = 3\n[[event]]\nat = '1s'\n[event.push]\nplayer = 1\nx = 1e-7\n[event.say]\nplayer = 2\ntext = \"\\U0001F680\"\n[event.set]\nsnapshot.budget = '20kB/s'\nbuffer.mode = 'adaptive'\nhits.compensation = 'on'\n")
	testkit.FuzzDamaged(f, func(t testing.TB, src string) {
		worlds, err := scenario.ParseWorlds("x", "x", src)
		if err != nil {
			oneGoodLine(t, err)
			return
		}
		for _, sc := range worlds {
			text := sc.Text()
			again, err := scenario.Parse("again", text)
			if err != nil {
				t.Fatalf("its own text is refused: %v\n%s", err, text)
			}
			if got := again.Text(); got != text {
				t.Errorf("written again as\n%s\nnot\n%s", got, text)
			}
		}
	})
}

// FuzzParseShared reads a text as a person pastes it, or, where it is none, what a shared text may have unpacked
// in it: what lies behind the checksum is reached without guessing that.
func FuzzParseShared(f *testing.F) {
	sc := scenariotest.First(f, time.Minute)
	sc.Set = append(sc.Set, scenariotest.Set("link.table=testdata/ramp.dist", "client1.link.recording=testdata/both.csv")...)
	shared := scenariotest.Share(f, sc)
	f.Add(shared)
	f.Add(shared[:len(shared)/2] + "\n > " + shared[len(shared)/2:])
	body, err := scenario.ShareBody(strings.TrimPrefix(shared, "driftlab1:"))
	if err != nil {
		f.Fatal(err)
	}
	unpacked, err := io.ReadAll(flate.NewReader(bytes.NewReader(body)))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(unpacked))
	for _, text := range texts(f) {
		f.Add(text)
	}
	f.Add("driftlab1:AAAA.AAAAAA")
	f.Add("driftlab1:" + strings.Repeat("A", 1000))
	f.Add("format = 3\n[set]\nlink.loss = 0.1\n\x00tar")
	folder := f.TempDir()
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		if !scenario.IsShared(text) {
			text = stored(text)
		}
		sc, err := scenario.ParseShared(text, folder)
		if err != nil {
			oneGoodLine(t, err)
			if sc != nil {
				t.Error("a session comes with an error")
			}
			return
		}
		again, err := scenario.ParseShared(scenariotest.Share(t, sc), folder)
		if err != nil || again.Text() != sc.Text() {
			t.Errorf("%v, or it comes back as another", err)
		}
	})
}

// stored returns a shared text of what it unpacks to, not packed: packing takes longer than reading.
func stored(unpacked string) string {
	unpacked = unpacked[:min(len(unpacked), 0xffff)]
	b := binary.LittleEndian.AppendUint16([]byte{1}, uint16(len(unpacked)))
	b = binary.LittleEndian.AppendUint16(b, ^uint16(len(unpacked)))
	body := scenario.ShareEncoding.EncodeToString(append(b, unpacked...))
	return "driftlab1:" + body + "." + scenario.SumOf(body)
}

// FuzzOpen opens whatever a person has: a name, a path, a text, and a file with the same in it.
func FuzzOpen(f *testing.F) {
	for _, what := range []string{"first", " lesson-01\n", "testdata/both.csv", "../session", "/dev/zero", "a\x00b", "~", "C:\\x", "", "x.toml"} {
		f.Add(what)
	}
	f.Add(scenariotest.Share(f, scenariotest.First(f, time.Minute)))
	f.Add("format = 3\n# driftlab1:AAAA.AAAAAA\n[[event]]\nat = '1s'\nrejoin = 'all'\n")
	folder := f.TempDir()
	file, err := os.Create(filepath.Join(folder, "opened")) // once: that takes longer than all the rest
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { file.Close() })
	testkit.FuzzDamaged(f, func(t testing.TB, what string) {
		_, err := file.WriteAt([]byte(what), 0)
		check(t, errors.Join(err, file.Truncate(int64(len(what)))))
		for _, from := range []string{what, file.Name()} {
			if sc, err := scenario.Open(from, folder); err != nil {
				oneGoodLine(t, err)
			} else if sc == nil || sc.Validate() != nil {
				t.Errorf("%q is opened, but is no session", what)
			}
		}
	})
}

// FuzzParseAssignment reads what stands behind -set and in the window's fields.
func FuzzParseAssignment(f *testing.F) {
	for name, values := range scenariotest.Values {
		for _, value := range values {
			f.Add(name + "=" + value)
			f.Add("client2." + strings.TrimPrefix(name, "client.") + "= " + value)
		}
	}
	for _, text := range []string{"client.wander=10ppb@1h", "client64.skew=1", "client-1.skew=1", "link.up.preset=4g", "client.skew=1e-3ppm",
		"link.loss=100.0000000001%", "link.rate=0.3Gbit", "link.delay=-0s", "link.lose=1-99999999999999999999", "=", "a"} {
		f.Add(text)
	}
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		name, value, _ := strings.Cut(text, "=")
		set, err := scenario.ParseAssignment(name, value)
		if err != nil {
			oneGoodLine(t, err)
			return
		}
		for _, a := range set {
			name, value, _ := strings.Cut(a.String(), "=")
			again, err := scenario.ParseAssignment(name, value)
			if err != nil || len(again) != 1 || !again[0].Same(a) {
				t.Errorf("%s is read as %v, %v", a, again, err)
			}
		}
	})
}
