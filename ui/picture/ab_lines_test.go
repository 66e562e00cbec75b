package picture

import (
	"strings"
	"testing"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/uitest"
)

// sessionWith returns the opening's session with settings, each as name=value.
func sessionWith(t *testing.T, settings ...string) *session.Session {
	t.Helper()
	sc := scenariotest.Load(t, "first")
	for _, one := range settings {
		name, value, _ := strings.Cut(one, "=")
		set := scenariotest.Set(name + "=" + value)
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

func TestEachDifferenceHasALineWithBothValues(t *testing.T) {
	for _, c := range []struct{ a, b, en, de string }{
		{"link.delay=80ms", "link.delay=209ms", "Delay: A 80 ms | B 209 ms", "Laufzeit: A 80 ms | B 209 ms"},
		{"link.up.delay=120ms link.down.delay=40ms", "link.delay=150ms", "Delay: A 120/40 ms | B 150 ms", "Laufzeit: A 120/40 ms | B 150 ms"},
		{"client2.skew=10ppm", "client2.skew=100ppm", "Client 2's skew: A 10 ppm | B 100 ppm", "Client 2, Skew: A 10 ppm | B 100 ppm"},
		{"host.dilation=1", "host.dilation=0.5", "Time dilation of the host: A 1× | B 0.5×", ""},
		{"", "", "A and B have the same settings now.", "A und B unterscheiden sich jetzt in keiner Einstellung."},
		{"link.delay=40ms", "link.delay=80ms link.loss=5% client.skew=100ppm host.dilation=0.5",
			"Delay: A 40 ms | B 80 ms\nLoss: A 0 % | B 5 %\nSkew: A 0 ppm | B 100 ppm", ""},
		{"link.delay=40ms link.loss=0", "link.delay=209ms link.loss=5%", "Delay: A 40 ms | B 209 ms\nLoss: A 0 % | B 5 %", "Laufzeit: A 40 ms | B 209 ms\nVerlust: A 0 % | B 5 %"},
	} {
		a, b := sessionWith(t, strings.Fields(c.a)...), sessionWith(t, strings.Fields(c.b)...)
		for language, want := range map[string]string{"en": c.en, "de": c.de} {
			lang := uitest.Language(t, language)
			if got := strings.ReplaceAll(strings.Join(Lines(lang, a, b), "\n"), "\u00a0", " "); want != "" && got != want {
				t.Errorf("%q and %q: %q, want %q", c.a, c.b, got, want)
			}
		}
	}
}

func TestEachSettingThatDiffersHasALine(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		lang := uitest.Language(t, language)
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
				text := linesOf(lang, []topic{{client, withoutWay(k.Name), []scenario.Difference{{Client: client, Name: k.Name, A: a, B: b}}}})[0]
				if n := len(strings.Fields(text)); n < 2 || n > 24 || strings.Contains(text, "!") || strings.Contains(text, "%d") || strings.Contains(text, "film.") || text != capital(text) {
					t.Errorf("%s, %s of client %d: %q has %d words", language, k.Name, client, text, n)
				}
			}
		}
	}
}
