package picture

import (
	"strings"
	"testing"

	"driftlab/assets"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/session"
	"driftlab/ui/words"
)

// sessionWith returns the opening's session with settings, each as name=value.
func sessionWith(t *testing.T, settings ...string) *session.Session {
	t.Helper()
	sc, err := scenario.Load("first")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range settings {
		name, value, _ := strings.Cut(one, "=")
		set, err := scenario.ParseAssignment(name, value)
		if err != nil {
			t.Fatal(err)
		}
		sc.Pin(set)
		sc.Admit(set)
	}
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestWhatDiffersIsSaidAsAPersonWouldSayIt(t *testing.T) {
	for _, c := range []struct{ a, b, en, de string }{
		{"link.delay=80ms", "link.delay=209ms", "B's packets take 129 ms longer each way.", "Bs Pakete brauchen je Weg 129 ms länger."},
		{"link.up.delay=120ms link.down.delay=40ms", "link.up.delay=249ms link.down.delay=169ms", "B's packets take 129 ms longer each way.", "Bs Pakete brauchen je Weg 129 ms länger."},
		{"link.up.delay=120ms link.down.delay=40ms", "link.delay=150ms", "B's packets: 30 ms longer up, 110 ms down.", "Bs Pakete: hin 30 ms länger, zurück 110 ms."},
		{"link.up.delay=40ms link.down.delay=120ms", "link.up.delay=120ms link.down.delay=40ms", "B's packets: 80 ms longer up, 80 ms shorter down.", "Bs Pakete: hin 80 ms länger, zurück 80 ms kürzer."},
		{"link.up.delay=200ms", "link.up.delay=80ms", "A's packets up take 120 ms longer than B's.", "As Pakete brauchen hin 120 ms länger als Bs."},
		{"link.down.delay=80ms", "link.down.delay=90ms", "B's packets down take 10 ms longer than A's.", "Bs Pakete brauchen zurück 10 ms länger als As."},
		{"", "client2.link.delay=209ms", "In B client 2's packets take 129 ms longer.", "In B brauchen Pakete von Client 2 129 ms länger."},
		{"link.loss=0", "link.loss=5%", "B loses 5 % of its packets, A none.", "B verliert 5 % der Pakete, A keine."},
		{"link.up.loss=5%", "link.up.loss=1%", "A loses 5 % of packets up, B 1 %.", "A verliert hin 5 % der Pakete, B 1 %."},
		{"link.jitter=0s", "link.jitter=20ms", "B's link has 20 ms of jitter, A's none.", "Bs Verbindung hat 20 ms Jitter, As keinen."},
		{"client.skew=0", "client.skew=100ppm", "Clocks gain 0 ppm in A, 100 ppm in B.", "Uhren gewinnen in A 0 ppm, in B 100 ppm."},
		{"client2.skew=10ppm", "client2.skew=100ppm", "Client 2's skew: A 10 ppm, B 100 ppm.", "Client 2, Skew: A 10 ppm, B 100 ppm."},
		{"host.dilation=1", "host.dilation=0.5", "Host time runs at 1× in A, 0.5× in B.", "Hostzeit läuft in A mit 1×, in B mit 0,5×."},
		{"platform.time=server", "platform.time=predicted", "Platforms move in server time in A, predicted in B.", "Plattformen folgen in A der Serverzeit, in B der Vorhersage."},
		{"client.algorithm=slot", "client.algorithm=rtt2", "A's clocks use Slot, B's use RTT/2.", "As Uhren benutzen Slot, Bs benutzen RTT/2."},
		{"client2.algorithm=slot", "client2.algorithm=sntp", "Client 2's clock algorithm: Slot in A, SNTP in B.", "Client 2, Uhrenverfahren: Slot in A, SNTP in B."},
		{"hits.compensation=off", "hits.compensation=on", "Lag compensation: off in A, on in B.", "Lag Compensation: off in A, on in B."},
		{"", "link.delay=209ms link.loss=5%", "A and B differ in delay and loss.", "A und B unterscheiden sich: Laufzeit und Verlust."},
		{"", "link.delay=209ms link.loss=5% host.dilation=0.5", "A and B differ in delay, loss and host time.", "A und B unterscheiden sich: Laufzeit, Verlust und Hostzeit."},
		{"client1.skew=5ppm", "client2.skew=10ppm", "A and B differ in skew.", "A und B unterscheiden sich: Skew."},
		{"link.delay=40ms link.up.jitter=9ms link.down.jitter=0s", "link.delay=80ms link.up.jitter=0s link.down.jitter=9ms link.loss=5% host.dilation=0.5 client.skew=100ppm",
			"B's fastest packets take 40 ms longer each way.", "Bs schnellste Pakete brauchen je Weg 40 ms länger."},
		{"link.delay=40ms", "link.delay=40.03ms", "Delay: 40 ms in A, 40.03 ms in B.", "Laufzeit: 40 ms in A, 40,03 ms in B."},
		{"link.preset=wired-lan", "link.preset=3g", "B's fastest packets take 120 ms longer each way.", "Bs schnellste Pakete brauchen je Weg 120 ms länger."},
		{"link.preset=home-wifi", "link.preset=4g", "B's fastest packets: 11 ms longer up, 10 ms down.", "Bs schnellste Pakete: hin 11 ms länger, zurück 10 ms."},
		{"link.preset=3g", "link.preset=wired-lan", "A's fastest packets take 120 ms longer each way.", "As schnellste Pakete brauchen je Weg 120 ms länger."},
	} {
		a, b := sessionWith(t, strings.Fields(c.a)...), sessionWith(t, strings.Fields(c.b)...)
		for language, want := range map[string]string{"en": c.en, "de": c.de} {
			lang, err := words.In(language)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.ReplaceAll(Sentence(lang, a, b), "\u00a0", " "); want != "" && got != want {
				t.Errorf("%q and %q: %q, want %q", c.a, c.b, got, want)
			}
		}
	}
}

func TestEachSettingThatDiffersHasASentence(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		lang, err := words.In(language)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range scenario.Keys() {
			a, b := k.Standard(), k.Format(k.Max)
			if len(k.Choices) > 1 {
				a, b = k.Choices[0], k.Choices[1]
			} else if k.Text != nil {
				b = "/home/a person/ping of last night.txt"
			}
			for client := range 2 {
				if client > 0 && k.World() {
					continue
				}
				text := sentenceOf(lang, []topic{{client, withoutWay(k.Name), []scenario.Difference{{Client: client, Name: k.Name, A: a, B: b}}}})
				if n := len(strings.Fields(text)); n < 2 || n > sentenceWords || strings.Contains(text, "!") || strings.Contains(text, "%d") || strings.Contains(text, "film.") || text != capital(text) {
					t.Errorf("%s, %s of client %d: %q has %d words", language, k.Name, client, text, n)
				}
			}
		}
	}
}

func TestWhatDiffersHasASentenceOfAtMostTenWords(t *testing.T) {
	with := func(name, value string) *session.Session { return sessionWith(t, name+"="+value) }
	all := []*session.Session{sessionWith(t), with("link.loss", "3%"), with("client.algorithm", "slot"), with("client2.skew", "90ppm"),
		with("host.dilation", "0.5"), with("link.up.delay", "300ms"), with("link.jitter", "20ms"), with("platform.time", "near")}
	for _, name := range assets.PresetNames() {
		all = append(all, with("link.preset", name))
	}
	for _, language := range []string{"en", "de"} {
		lang, err := words.In(language)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range all {
			for k, b := range all {
				text := Sentence(lang, a, b)
				if n := len(strings.Fields(text)); n == 0 || n > sentenceWords || strings.Contains(text, "…") || i != k && text == lang.T("film.alike") {
					t.Fatalf("%s, %d and %d: %d words: %q", language, i, k, n, text)
				}
			}
		}
	}
}
