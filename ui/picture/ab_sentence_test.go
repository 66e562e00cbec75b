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

func TestWhatDiffersHasASentenceOfAtMostTenWords(t *testing.T) {
	with := func(name, value string) *session.Session {
		sc, err := scenario.Load("first")
		if err != nil {
			t.Fatal(err)
		}
		if name != "" {
			set, err := scenario.ParseAssignment(name, value)
			if err != nil {
				t.Fatal(err)
			}
			sc.Pin(set)
		}
		s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	all := []*session.Session{with("", ""), with("link.loss", "3%"), with("client.algorithm", "slot"), with("client2.skew", "90ppm"),
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
		lan, mobile := with("link.preset", "wired-lan"), with("link.preset", "3g")
		want := map[string]string{"en": "B's packets take 120 ms longer each way.", "de": "Bs Pakete brauchen je Weg 120 ms länger."}[language]
		if got := strings.ReplaceAll(Sentence(lang, lan, mobile), "\u00a0", " "); got != want {
			t.Errorf("%s: %q", language, got)
		}
	}
}
