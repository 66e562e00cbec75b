package session

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/assets"
)

func TestBadScenariosAreRefusedByFileLineAndRange(t *testing.T) {
	const head = "format = 1\n"
	for _, test := range []struct{ name, text, want string }{
		{"no format", "seed = 1\n", `scenario "x.toml": format: 0 is not 1`},
		{"other format", "\nformat = 2\n", `scenario "x.toml", line 2: format: 2 is not 1`},
		{"unknown key", head + "colour = 3\n", `scenario "x.toml", line 2: unknown key "colour"`},
		{"unknown table", head + "[colours]\nred = 1\n", `line [23]: unknown key "colours.*"`},
		{"unknown key of an event", head + "[[event]]\nat = '1s'\nwhy = 1\n", `line 4: unknown key "event.why"`},
		{"unknown setting", head + "[set]\n\"link.up.colour\" = 1\n", `line 3: unknown key "link.up.colour"`},
		{"unknown setting of an event", head + "[[event]]\nat = '1s'\n[event.set]\nlink.speed = 1\n", `line 5: unknown key "link.speed"`},
		{"out of range", head + "[set]\nlink.up.loss = 1.4\n", `scenario "x.toml", line 3: link.up.loss: 1.4 is outside 0..1`},
		{"out of range in the second event", head + "[[event]]\nat='1s'\n[[event]]\nat='2s'\n[event.set]\n\"client.skew\"=1e9\n",
			`line 7: client.skew: 1e\+09 is outside -10000..10000`},
		{"negative", head + "[set]\nlink.up.delay = '-1ms'\n", `line 3: link.up.delay: -1ms is outside 0s..10s`},
		{"NaN", head + "[set]\nlink.up.loss = nan\n", `line 3: link.up.loss: "NaN" is not a number \(range 0..1\)`},
		{"NaN as text", head + "[set]\nclient.skew = 'nan'\n", `line 3: client.skew: "nan" is not a number \(range -10000..10000\)`},
		{"infinite", head + "[set]\nclient.dilation = inf\n", `line 3: client.dilation: \+Inf is outside 0..10`},
		{"huge", head + "[set]\nclient.dilation = '1e400'\n", `line 3: client.dilation: .*range 0..10|line 3: .* is outside 0..10`},
		{"no unit", head + "[set]\nlink.up.delay = 80\n", `line 3: link.up.delay: "80" is not a duration with its unit, such as 80ms \(range 0s..10s\)`},
		{"unknown algorithm", head + "[set]\nclient.algorithm = 'sundial'\n", `line 3: client.algorithm: "sundial" is unknown \(allowed: unreal, rtt2,`},
		{"unknown distribution", head + "[set]\nlink.distribution = 'odd'\n", `line 3: link.up.distribution: "odd" is unknown \(allowed: uniform, normal, exponential\)`},
		{"burst of less than a packet", head + "[set]\nlink.up.loss-burst = 0.5\n", `line 3: link.up.loss-burst: 0.5 is outside 1..1000`},
		{"rate of another unit", head + "[set]\nlink.down.rate = '5MB'\n", `line 3: link.down.rate: "5MB" is not a number \(range 0..10000000000\)`},
		{"small queue", head + "[set]\nlink.up.queue = '1kB'\n", `line 3: link.up.queue: 1kB is outside 1500..100000000`},
		{"loss beyond its bursts", head + "[set]\nlink.down.loss = '80%'\nlink.down.loss-burst = 4\n",
			`line 3: link.down.loss: 0.8 is outside 0..0.75, all that bursts of 4 packets can make`},
		{"loss beyond its bursts in an event", head + "[set]\nlink.loss-burst = 4\n[[event]]\nat = '1s'\n[event.set]\nlink.up.loss = 0.9\n",
			`line 7: event 1: link.up.loss: 0.9 is outside 0..0.75, all that bursts`},
		{"truth value", head + "[set]\nlink.up.loss = true\n", `line 3: link.up.loss: true is neither a text nor a number`},
		{"client of a key of the world", head + "[set]\nclient1.tick.rate = 30\n", `line 3: tick.rate: there is one for the session, not one a client`},
		{"client beyond all", head + "[set]\nclient65.skew = 1\n", `line 3: client65.skew: client: "65" is outside 1..64`},
		{"client that there is not", head + "clients = 2\n[set]\nclient3.skew = 1\n", `client3.skew: client 3 is outside 1..2`},
		{"set twice", head + "[set]\nlink.up.loss = 0.1\n\"link.up.loss\" = 0.2\n", `line 4: link.up.loss: is set twice`},
		{"wrong type", head + "clients = 'three'\n", `line 2 \(last key "clients"\): incompatible types`},
		{"wrong type of a table", head + "set = 3\n", `line 2: set: 3 is not a table`},
		{"wrong type of an event's table", head + "[[event]]\nat='1s'\nset = 3\n", `line 4: set: 3 is not a table`},
		{"wrong type of the events", head + "event = 3\n", `line 2 \(last key "event"\): incompatible types`},
		{"events that are no tables", head + "event = [3]\n", `line 2 \(last key "event"\): type mismatch`},
		{"two spellings", head + "seed = 1\nSeed = 2\n", `line 3: unknown key "Seed"`},
		{"setting that is a table", head + "[set]\nlink.up.loss.x = 2\n", `line 3: unknown key "link.up.loss.x"`},
		{"bad TOML", head + "[set\nseed = 3\n", `scenario "x.toml", line [23]: `},
		{"key given twice", head + "seed = 1\nseed = 2\n", `line 3: .*seed`},
		{"seed", head + "seed = -1\n", `line 2: seed: -1 is outside 0..9223372036854775807`},
		{"huge seed", head + "seed = 9223372036854775808\n", `line 2: .*seed.*out of range`},
		{"clients", head + "clients = 65\n", `line 2: clients: 65 is outside 1..64`},
		{"no clients", head + "clients = 0\n", `line 2: clients: 0 is outside 1..64`},
		{"duration", head + "duration = 'soon'\n", `line 2: duration: "soon" is not a duration with its unit, such as 60s`},
		{"long duration", head + "duration = '9000h'\n", `line 2: duration: 9000h0m0s is outside 1ns..8784h0m0s`},
		{"no duration", head + "duration = '0s'\n", `line 2: duration: 0s is outside 1ns..8784h0m0s`},
		{"empty duration", head + "duration = ''\n", `line 2: duration: "" is not a duration`},
		{"event without a time", head + "[[event]]\ncaption = 'x'\n", `line 2: at: "" is not a duration with its unit, such as 4s`},
		{"event before the start", head + "[[event]]\nat = '-1s'\n", `line 3: event 1: at: -1s is outside 0s..8784h0m0s`},
		{"events out of order", head + "[[event]]\nat = '2s'\n[[event]]\nat = '1s'\n", `line 5: event 2: at: 1s is before the event above it, at 2s`},
		{"fixed key in an event", head + "[[event]]\nat = '2s'\n[event.set]\ntick.rate = 30\n", `tick.rate: can only be set before the start`},
		{"rejoin", head + "[[event]]\nat = '2s'\nrejoin = 'client0'\n", `line 4: rejoin: "client0" is unknown \(allowed: all, client1, client2, …\)`},
		{"rejoin of no one", head + "clients = 2\n[[event]]\nat = '2s'\nrejoin = 'client3'\n", `rejoin: client 3 is outside 1..2`},
		{"hold without a player", head + "[[event]]\nat = '2s'\nhold = 'left'\n", `line 2: hold, release: there is no player`},
		{"unknown button", head + "[[event]]\nat = '2s'\nplayer = 1\nhold = 'left up'\n", `line 5: hold: "up" is unknown \(allowed: left, right, jump, fire\)`},
		{"player that there is not", head + "[[event]]\nat = '2s'\nplayer = 7\n", `player: 7 is outside 0..3`},
		{"not text", head + "name = \"\xff\"\n", `scenario "x.toml"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			sc, err := Parse("x.toml", test.text)
			if err == nil {
				t.Fatalf("accepted as %+v", sc)
			}
			if !strings.HasPrefix(err.Error(), `scenario "x.toml"`) || !regexp.MustCompile(test.want).MatchString(err.Error()) ||
				strings.Contains(err.Error(), "\n") {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestLoadTellsWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big.toml")
	if err := os.WriteFile(big, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(big, maxFile+1); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"nowhere.toml":          `scenario "nowhere.toml": no such file, and no scenario of the program has this name (`,
		dir:                     "not a file",
		big:                     "16777217 bytes is outside 0..16777216",
		filepath.Join(big, "x"): "not a directory",
	} {
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestEveryScenarioOfTheProgramIsSound(t *testing.T) {
	for _, name := range assets.ScenarioNames() {
		sc, err := Load(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if sc.Name != name || sc.Title == "" {
			t.Errorf("%s: is named %q and titled %q", name, sc.Name, sc.Title)
		}
		again, err := Parse("again", sc.Text())
		if err != nil || again.Text() != sc.Text() {
			t.Errorf("%s: its text is not read as the same: %v", name, err)
		}
	}
}

func TestLoadReadsAFileByItsPath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.toml")
	if err := os.WriteFile(path, []byte("format = 1\nseed = 5\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	sc, err := Load(path)
	if err != nil || sc.Seed != 5 || sc.Clients != 3 || sc.Duration != time.Minute {
		t.Errorf("got %+v, %v", sc, err)
	}
}

func FuzzParse(f *testing.F) {
	first, err := assets.Scenario("first")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(first)
	f.Add("format = 1\nname = \"a\\u0007\\\\x \\u00e9\"\nseed = 9\nclients = 2\nduration = \"1m\"\n[set]\nlink.up.delay = \"80ms\"\n\"client2.skew\" = -5\nclient.skew = 1e-3\n")
	f.Add("format = 1\n[[event]]\nat = \"4s\"\nrejoin = \"client1\"\nplayer = 0\nhold = \"left fire\"\n[[event]]\nat = \"5s\"\nplayer = 1\nrelease = true\n[event.set]\nlink.loss = \"5%\"\nhost.dilation = 0\n")
	f.Add("format = 1\n[set.link]\nup.delay = \"1ms\"\n[set.client3]\nlink.delay = \"2ms\"\n")
	f.Add("format = 1\nname = \"\\\n\"\n[set]\n\"client9\\n.skew\" = 1\n")
	f.Add("format = 1\nset = {\"link.loss\" = nan}\nevent = [{at = \"0s\", set = {}}]\n")
	f.Fuzz(func(t *testing.T, src string) {
		sc, err := Parse("x", src)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		text := sc.Text()
		again, err := Parse("again", text)
		if err != nil {
			t.Fatalf("its own text is refused: %v\n%s", err, text)
		}
		if got := again.Text(); got != text {
			t.Errorf("written again as\n%s\nnot\n%s", got, text)
		}
	})
}

func drawAssignment(t *rapid.T) Assignment {
	a := Assignment{key: rapid.IntRange(0, int(keyCount)-1).Draw(t, "key")}
	if !keys[a.key].world {
		a.Client = rapid.IntRange(0, MaxClients).Draw(t, "client")
	}
	lo, hi := keys[a.key].min, keys[a.key].max
	if n := len(keys[a.key].choices); n > 0 {
		lo, hi = 0, int64(n)-1
	}
	a.Value = rapid.Int64Range(lo, hi).Draw(t, "value")
	return a
}

func TestAssignmentsAreReadAsTheyAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawAssignment(t)
		name, value, _ := strings.Cut(want.String(), "=")
		got, err := ParseAssignment(name, value)
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s is read as %+v, %v", want, got, err)
		}
	})
}

func TestEveryKeyTellsItsBoundsAndRefusesWhatIsBeyond(t *testing.T) {
	seen := map[string]bool{}
	for i := range Keys() {
		k := &Keys()[i]
		if k.Name == "" || k.Help == "" || k.Unit() == "" || seen[k.Name] {
			t.Errorf("key %d: %+v lacks something, or is there twice", i, k)
		}
		seen[k.Name] = true
		if v, err := k.parse(k.Default()); err != nil || v != k.standard {
			t.Errorf("%s: its default %s is read as %d, %v", k.Name, k.Default(), v, err)
		}
		if len(k.choices) > 0 {
			continue
		}
		lo, hi := k.Bounds()
		for _, v := range []int64{lo, hi} {
			if got, err := k.parse(k.Format(v)); err != nil || got != v {
				t.Errorf("%s: its bound %s is read as %d, %v", k.Name, k.Format(v), got, err)
			}
		}
		for _, v := range []int64{lo - 1, hi + 1} {
			if _, err := k.parse(k.Format(v)); err == nil || !strings.Contains(err.Error(), k.Range()) ||
				!strings.HasPrefix(err.Error(), k.Name+": ") {
				t.Errorf("%s: %s: got %v", k.Name, k.Format(v), err)
			}
		}
	}
	for _, name := range strings.Fields(`link.up.delay link.down.delay link.up.jitter link.down.jitter link.up.loss link.down.loss
		client.offset client.skew client.algorithm host.dilation client.dilation tick.rate`) {
		if Find(name) == nil {
			t.Errorf("there is no key %s", name)
		}
	}
}

func TestValuesMayCarryTheirUnits(t *testing.T) {
	for text, want := range map[string]int64{
		"link.up.loss=5%": 50_000_000, "link.up.loss=0.05": 50_000_000, "link.up.loss= 100 % ": 1e9,
		"client.skew=20ppm": 20_000, "client.skew=-0.5 ppm": -500, "client.skew=20": 20_000,
		"host.dilation=50%": 500_000, "host.dilation=2x": 2_000_000, "host.dilation=0": 0,
		"tick.rate=30Hz": 30, "tick.rate=128": 128, "buffer.client=1.5 ticks": 1_500_000, "buffer.server=1 tick": 1_000_000,
		"link.up.delay=1m": int64(10 * time.Second), "client.offset=-3s": int64(-3 * time.Second), "link.down.delay=0": 0,
	} {
		if text == "link.up.delay=1m" {
			continue // out of range; see the table of errors
		}
		got := assignments(text)
		if len(got) != 1 || got[0].Value != want {
			t.Errorf("%s is kept as %v, want %d", text, got, want)
		}
	}
}

func TestNarrowKeysWinOverWideOnesWhateverTheirOrderInTheFile(t *testing.T) {
	sc, err := Parse("x", `format = 1
[set]
client2.link.up.delay = "3ms"
client2.link.delay = "2ms"
link.up.delay = "5ms"
link.delay = "1ms"
client3.skew = 7
client.skew = 1
`)
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(t, sc, nil)
	ms := func(client int, key string) int64 { return s.Value(client, key) / int64(time.Millisecond) }
	got := []int64{ms(1, "link.up.delay"), ms(1, "link.down.delay"), ms(2, "link.up.delay"), ms(2, "link.down.delay"),
		s.Value(1, "client.skew"), s.Value(3, "client.skew")}
	if want := []int64{5, 1, 3, 2, 1000, 7000}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestResizeDropsOnlyWhatConcernsClientsThatAreNoMore(t *testing.T) {
	sc, err := Parse("x", `format = 1
[set]
client3.skew = 7
client.skew = 1
[[event]]
at = "1s"
rejoin = "client3"
[[event]]
at = "2s"
rejoin = "client3"
[event.set]
link.delay = "1ms"
client3.skew = 2
[[event]]
at = "3s"
player = 3
hold = "fire"
[[event]]
at = "4s"
rejoin = "all"
`)
	if err != nil {
		t.Fatal(err)
	}
	sc.Resize(2)
	if err := sc.Validate(); err != nil {
		t.Fatal(err)
	}
	if len(sc.Set) != 1 || len(sc.Events) != 2 || len(sc.Events[0].Set) != 2 || sc.Events[0].Rejoin != 0 || sc.Events[1].Rejoin != AllClients {
		t.Errorf("left is %s", sc.Text())
	}
}

func TestPinnedSettingsHoldThroughAllEvents(t *testing.T) {
	sc, err := Parse("x", `format = 1
[[event]]
at = "1s"
caption = "Before"
[[event]]
at = "2s"
caption = "It grows"
[event.set]
link.up.delay = "200ms"
client3.skew = 2
[[event]]
at = "3s"
caption = "After"
[event.set]
client.skew = 9
`)
	if err != nil {
		t.Fatal(err)
	}
	sc.Pin(assignments("link.delay=7ms", "client2.skew=5"))
	s := newSession(t, sc, nil)
	for second, caption := range []string{"", "Before", "", ""} {
		if up, down := s.Value(1, "link.up.delay"), s.Value(1, "link.down.delay"); up != 7e6 || down != 7e6 {
			t.Errorf("after %d s the delay is %d and %d", second, up, down)
		}
		if skew := s.Value(2, "client.skew"); skew != 5000 {
			t.Errorf("after %d s the skew is %d", second, skew)
		}
		if second > 0 && second < 2 && s.Caption() != caption {
			t.Errorf("after %d s the caption is %q", second, s.Caption())
		}
		advance(t, s, time.Second, time.Second)
	}
	if s.Value(3, "client.skew") != 9000 || s.Caption() != "Before" {
		t.Errorf("client 3's skew is %d, the caption %q", s.Value(3, "client.skew"), s.Caption())
	}
}
