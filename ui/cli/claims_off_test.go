package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"driftlab/game/session"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
)

// A comparison is one of docs/claims.md, in the row or the point that begins as said: what is true in a scenario with each of
// three settings over it, which the page's example does not have.
//
// What is true are chains such as "slot.rms < 2 × slot.rms slot.cut=50", of figures of summary.json with settings of their own
// behind them, or "rtt2.mean = $ ± 1", where $ is what stands behind a setting's arrow. Several have a semicolon between them.
type comparison struct {
	claim, scenario string
	off             [3]string
	holds           string
}

// The page's claims also hold for other settings than those of its examples.
func TestComparisonsOfThePageOfClaimsHoldOffTheirExamples(t *testing.T) {
	ran := runsOff{}
	usual := 10
	if testing.Short() {
		usual = 2
	}
	for _, c := range testkit.Some(t, comparisons, usual) {
		t.Run(c.claim, func(t *testing.T) {
			for _, off := range c.off {
				set, at, _ := strings.Cut(off, " → ")
				for holds := range strings.SplitSeq(c.holds, "; ") {
					if fault := ran.fault(t, c.scenario, set, strings.ReplaceAll(holds, "$", at)); fault != "" {
						t.Errorf("%s with %s: it is not true that %s: %s", c.scenario, off, holds, fault)
					}
				}
			}
		})
	}
}

// A new row of the page must say which test checks it, or why none does.
func TestEachRowOfThePageOfClaimsIsRunOffItsExampleOrSaysWhyNot(t *testing.T) {
	claims, tests := map[string]int{}, namesOfTests(t)
	for _, c := range comparisons {
		claims[c.claim] = 0
	}
	for claim, why := range notCompared {
		if name, rest, _ := strings.Cut(why, " "); strings.HasPrefix(name, "Test") && !tests[strings.TrimSuffix(name, ",")] {
			t.Errorf("%s: there is no %s %s", claim, name, rest)
		}
		if _, both := claims[claim]; both {
			t.Errorf("%q is compared, and is not", claim)
		}
		claims[claim] = 0
	}
	for _, row := range statementsOfClaims(t) {
		found := 0
		for claim := range claims {
			if strings.HasPrefix(row, claim) {
				claims[claim]++
				found++
			}
		}
		if found != 1 {
			t.Errorf("docs/claims.md: %d entries are of %.90s", found, row)
		}
	}
	for _, claim := range slices.Sorted(maps.Keys(claims)) {
		if claims[claim] != 1 {
			t.Errorf("docs/claims.md: %d rows begin with %q", claims[claim], claim)
		}
	}
}

// statementsOfClaims returns the page's statements: the rows of the tables of claims, and the points about those that stop
// holding.
func statementsOfClaims(t *testing.T) (all []string) {
	t.Helper()
	page := filetest.Read(t, "../../docs/claims.md")
	section, head := "", ""
	for line := range strings.Lines(string(page)) {
		switch {
		case strings.HasPrefix(line, "#"):
			section = line
		case strings.HasPrefix(line, "| "):
			cells := strings.SplitN(line, " | ", 2)
			if head == "" {
				head = cells[0]
			} else if head == "| claim" && !strings.HasPrefix(line, "| ---") {
				all = append(all, strings.TrimPrefix(line, "| "))
			}
			continue
		case strings.HasPrefix(line, "- ") && strings.HasPrefix(section, "## Where"):
			all = append(all, line)
		}
		head = ""
	}
	if len(all) < 110 {
		t.Errorf("the page has %d statements", len(all))
	}
	return all
}

// runsOff remembers the figures of summary.json for a scenario with settings, for each seed.
type runsOff map[string]map[string]float64

// fault says why a chain of comparisons isn't true, or nothing.
func (ran runsOff) fault(t *testing.T, scenario, set, holds string) string {
	t.Helper()
	if one, two, equal := strings.Cut(holds, " = "); equal {
		two, off, _ := strings.Cut(two, " ± ")
		a, b, most := ran.value(t, scenario, set, one), ran.value(t, scenario, set, two), ran.value(t, scenario, set, off)
		if !(math.Abs(a-b) <= most) {
			return fmt.Sprintf("%.4g, %.4g", a, b)
		}
		return ""
	}
	values, rising := []float64{}, true
	for i, term := range strings.Split(holds, " < ") {
		values = append(values, ran.value(t, scenario, set, term))
		rising = rising && (i == 0 || values[i-1] < values[i])
	}
	if !rising {
		return fmt.Sprintf("%.4g", values)
	}
	return ""
}

// value returns a number, or the median of a figure over the seeds 1 to 9.
func (ran runsOff) value(t *testing.T, scenario, set, term string) float64 {
	t.Helper()
	words, times := strings.Fields(term), 1.0
	if len(words) > 2 && words[1] == "×" {
		times, _ = strconv.ParseFloat(words[0], 64)
		words = words[2:]
	}
	if v, err := strconv.ParseFloat(words[0], 64); err == nil {
		return times * v
	}
	var v []float64
	for seed := 1; seed <= 9 && (seed != 3 || v[0] != v[1]); seed++ { // if two are equal, chance plays no role
		v = append(v, ran.figure(t, scenario, append(strings.Fields(set), words[1:]...), seed, words[0]))
	}
	slices.Sort(v)
	return times * v[len(v)/2]
}

// figure returns a figure of one run, which must have it.
func (ran runsOff) figure(t *testing.T, scenario string, set []string, seed int, figure string) float64 {
	t.Helper()
	args := []string{"-seed", strconv.Itoa(seed), "-scenario"}
	for _, word := range append(strings.Fields(scenario), set...) {
		if strings.Contains(word, "=") {
			args = append(args, "-set")
		}
		args = append(args, word)
	}
	key := strings.Join(args, " ")
	if ran[key] == nil {
		sc := mustScenario(t, args...)
		s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Unwatched: true})
		check(t, err)
		defer s.Close()
		check(t, s.Advance(sc.Duration))
		ran[key] = figuresOfRun(t, s.Summary())
	}
	v, ok := ran[key][figure]
	if !ok {
		t.Fatalf("%s has no %s, but %s", key, figure, slices.Sorted(maps.Keys(ran[key])))
	}
	return v
}

// figuresOfRun returns all numbers of a summary by their path in summary.json, such as client2.slot.rms, and their averages
// without the client. Missing ones are infinite.
func figuresOfRun(t *testing.T, s session.Summary) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	var add func(at string, v any)
	add = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, in := range v {
				if key == "algorithms" || key == "traffic" || key == "error_ms" {
					key = ""
				}
				add(strings.TrimSuffix(at+"."+key, "."), in)
			}
		case []any:
			for _, in := range v {
				if of, ok := in.(map[string]any); ok {
					for _, name := range [...]string{"algorithm", "kind"} {
						if n, ok := of[name].(string); ok {
							add(at+"."+n, in)
						}
					}
				}
			}
		case float64:
			all[at] = v
		case nil:
			all[at] = math.Inf(1)
		}
	}
	text := func(v any) (out map[string]any) {
		b, err := json.Marshal(v)
		if err == nil {
			err = json.Unmarshal(b, &out)
		}
		check(t, err)
		return out
	}
	add("host", text(s.Host))
	for _, c := range s.Clients {
		add(fmt.Sprintf("client%d", c.Client), text(c))
	}
	for _, key := range slices.Collect(maps.Keys(all)) {
		if client, figure, _ := strings.Cut(key, "."); strings.HasPrefix(client, "client") {
			all[figure] += all[key] / float64(len(s.Clients))
		}
	}
	return all
}
