package diagram

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/game/ranking"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsync/registry"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// worldsToJudge are scenarios, each with the verdicts on client 1 after some seconds, and on all clients after the last of them.
var worldsToJudge = []struct {
	name, text string
	at         []int
}{
	{"asymmetric", `clocks = "all"
clients = 3
[set]
link.up.delay = "120ms"
link.down.delay = "40ms"
link.jitter = "2ms"`, []int{0, 1, 3, 6, 15}},
	{"symmetric", `clocks = "all"
clients = 3
[set]
link.delay = "80ms"
link.jitter = "20ms"`, []int{1, 4, 9, 30}},
	{"the other way", `clocks = "all"
clients = 2
[set]
link.up.delay = "30ms"
link.down.delay = "170ms"
link.jitter = "3ms"`, []int{2, 9, 20}},
	{"far", `clocks = "all"
clients = 3
[set]
link.up.delay = "2500ms"
link.down.delay = "100ms"
link.jitter = "1ms"`, []int{4, 9, 24}},
	{"one clock", `clocks = "midline"
[set]
client.algorithm = "midline"
link.delay = "80ms"`, []int{0, 6}},
	{"two clocks", `clocks = "unreal,midline"
[set]
client.algorithm = "unreal"
link.delay = "80ms"`, []int{2, 20}},
	{"no clock", `clocks = "all"
[set]
link.loss = "100%"`, []int{1, 12}},
	{"crowd", `clocks = "all"
clients = 12
[set]
link.up.delay = "120ms"
link.down.delay = "40ms"
link.jitter = "14ms"`, []int{3, 12}},
}

// A verdict is true of the figures in the table above it: each number in it is checked against them.
func TestAVerdictIsTrueOfTheFiguresAboveIt(t *testing.T) {
	kinds := map[string]bool{}
	for _, world := range worldsToJudge {
		a := rigOf(t, scenariotest.Parse(t, "world", "format = 3\nseed = 7\nduration = \"99s\"\n"+world.text+"\n"), 1600, 900, 1)
		before := 0
		for i, at := range world.at {
			a.advance(time.Duration(at-before) * time.Second)
			before = at
			for _, all := range []bool{false, true} {
				if all && (a.Session.Clients() == 1 || i < len(world.at)-1) {
					continue
				}
				a.race.clients, a.race.All = a.Session.Clients(), all
				a.next()
				if os.Getenv("VERDICTS") != "" {
					t.Logf("%s, %d s, all %v: %s | %s", world.name, at, all, a.race.said, strings.TrimPrefix(a.race.forms[0], a.race.said))
				}
				for _, sentence := range regexp.MustCompile(`[^.]+(?:\.[0-9][^.]*)*\.`).FindAllString(a.race.forms[0], -1) {
					kind, wrong := a.judged(strings.TrimSpace(sentence))
					if kinds[kind] = true; wrong != "" {
						t.Errorf("%s, %d s, all: %v: %q: %s", world.name, at, all, strings.TrimSpace(sentence), wrong)
					}
				}
			}
		}
	}
	for _, kind := range []string{"nobody", "only", "brief", "won", "half", "close", "close-two", "carried", "own", "other-way", "scatter", "luck"} {
		if !kinds[kind] {
			t.Errorf("none of the worlds has a verdict of the kind %q", kind)
		}
	}
}

// kindsOfVerdict are the sentences of a verdict.
var kindsOfVerdict = []string{"nobody", "only", "brief", "brief-why", "won", "others", "half", "close", "close-two", "carried", "own", "own-one", "other-way", "other-way-one", "scatter", "luck", "luck-why"}

// judged returns of which kind a sentence of the verdict is, and what is wrong with it.
func (a *rig) judged(sentence string) (kind, wrong string) {
	k := &a.race
	row := func(name string) int {
		return slices.IndexFunc(a.Clocks(), func(c registry.Algorithm) bool { return panel.ClockShort(a.Words, &c) == name })
	}
	ms := func(s string) float64 {
		v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimPrefix(s, "+"), "−", "-"), 64)
		if err != nil {
			wrong = err.Error()
		}
		return v
	}
	near := func(text string, want float64) {
		if math.Abs(ms(text)-want) > 0.0501 {
			wrong = fmt.Sprintf("%s is %.3f", text, want)
		}
	}
	known, result := 0, ranking.Nobody
	least := -1
	var now []float64
	for i := range k.Rows {
		now = append(now, k.Rows[i][raceNow].of)
		if known++; !k.Rows[i][raceRMS].known {
			known--
		} else if least < 0 || k.Rows[i][raceRMS].of < k.Rows[least][raceRMS].of {
			least = i
		}
	}
	_, result = k.rank(&a.View)
	unseen := float64(a.Session.Value(1, "link.up.delay")-a.Session.Value(1, "link.down.delay")) / 2e6
	_, like, _ := k.carrying(unseen)
	for _, kind = range kindsOfVerdict {
		pattern := strings.ReplaceAll(regexp.MustCompile("%s").ReplaceAllString(regexp.QuoteMeta(a.Words.T("race.verdict-"+kind)), "(.*)"), "%d", "([0-9]+)")
		at := regexp.MustCompile("^" + pattern + "$").FindStringSubmatch(sentence)
		if at == nil {
			continue
		}
		switch kind {
		case "nobody", "only":
			if known != map[string]int{"nobody": 0, "only": 1}[kind] {
				wrong = fmt.Sprint(known, " clocks are known")
			}
		case "won":
			near(at[2], k.Rows[row(at[1])][raceRMS].of)
			near(at[4], k.Rows[row(at[3])][raceRMS].of)
			if row(at[1]) != least || result != ranking.Won {
				wrong = fmt.Sprintf("%v, and the least error is that of %d", result, least)
			}
		case "luck":
			near(at[2], k.Rows[row(at[1])][raceRMS].of)
			near(at[4], k.Rows[row(at[3])][raceRMS].of)
		case "close-two":
			a, b, _ := strings.Cut(at[1], " and ")
			if d := k.Rows[row(b)][raceRMS].of - k.Rows[row(a)][raceRMS].of; d < 0 || d > ms(at[2])+1e-6 {
				wrong = fmt.Sprint("they are apart by ", d)
			}
		case "close":
			n, most := int(ms(at[1])), 0
			for i := range k.Rows {
				count := 0
				for j := range k.Rows {
					if d := k.Rows[j][raceRMS].of - k.Rows[i][raceRMS].of; k.Rows[i][raceRMS].known && k.Rows[j][raceRMS].known && d >= 0 && d <= ms(at[2])+1e-6 {
						count++
					}
				}
				most = max(most, count)
			}
			if n > most || n < 2 || result == ranking.Won && k.of.client > 0 {
				wrong = fmt.Sprintf("there are %d, result %v", most, result)
			}
		case "carried", "others", "half":
			near(at[len(at)-1], unseen)
			count := 0
			for i := range now {
				if k.Rows[i][raceNow].known && math.Abs(now[i]-unseen) <= max(0.05*math.Abs(unseen), 0.5) {
					count++
				}
			}
			if kind != "carried" && int(ms(at[1])) != count || count < len(like) || len(like) < 2 {
				wrong = fmt.Sprint(count, " clocks do")
			}
		case "own", "own-one", "other-way", "other-way-one":
			for _, name := range strings.Split(strings.ReplaceAll(at[1], " and ", ", "), ", ") {
				i := row(name)
				by := math.Abs(unseen - now[i])
				if strings.HasPrefix(kind, "other") {
					by = math.Abs(now[i])
				}
				if by < ms(at[2])-0.0501 || by > ms(at[len(at)-1])+0.0501 || k.Rows[i][raceRMS].of >= k.Rows[like[0]][raceRMS].of || math.Abs(now[i]) >= math.Abs(unseen) || (now[i]*unseen < 0) != strings.HasPrefix(kind, "other") {
					wrong = fmt.Sprintf("%s is wrong by %.3f", name, now[i])
				}
			}
		case "scatter":
			near(at[3], k.spread[row(at[1])])
			near(at[4], k.spread[row(at[2])])
			for i, spread := range k.spread {
				if i != row(at[1]) && k.Rows[i][raceNow].known && spread < k.spread[row(at[2])]-0.1 && i != row(at[2]) {
					wrong = fmt.Sprintf("that of clock %d is %.3f", i, spread)
				}
			}
		}
		return kind, wrong
	}
	return "", "no sentence of a verdict"
}

func TestAVerdictHasFourLinesAtMostAndLosesItsReasonFirst(t *testing.T) {
	a := rigAt(t, "engines/jitter", 12*time.Second)
	k := &a.race
	k.said = "No winner yet: 8 clocks lie within 2.3 ms."
	k.forms = [...]string{k.said + " All carry the link's +40.0 ms. lightyear and DDNet lead while their own errors of 8.5 to 18.1 ms work against it.", k.said + " All carry the link's +40.0 ms.", k.said}
	for _, c := range []struct {
		w, h      float32
		said, why bool
		rows      int
	}{{456, 572, true, true, 16}, {344, 600, true, true, 16}, {344, 560, true, true, 16}, {344, 535, true, false, 16}, {344, 400, true, false, 9}, {344, 310, false, false, 7}, {300, 600, false, false, 16}} {
		texts := writes(a, func(cv *draw.Canvas) { a.race.Draw(&a.View, cv, panel.NewRect(0, 0, c.w, c.h)) })
		all := strings.Join(texts, " ")
		rows := 0
		for i := range a.Clocks() {
			if slices.Contains(texts, panel.ClockShort(a.Words, a.World.Clock(i))) {
				rows++
			}
		}
		if strings.Contains(strings.ReplaceAll(all, "\u00a0", " "), "No winner yet") != c.said || strings.Contains(all, "carry") != c.why || rows != c.rows {
			t.Errorf("%v by %v: %d rows, and it says %q", c.w, c.h, rows, all)
		}
	}
}

// Clocks that are equally wrong are no winners, and stay where they are.
func TestEqualClocksAreSaidToBeClose(t *testing.T) {
	a := rigAt(t, "engines/jitter", 12*time.Second)
	k := &a.race
	for i := range k.Rows {
		k.Rows[i][raceRMS].of = 5
	}
	k.rated.result, k.rated.best = ranking.Even, 0
	if k.judge(&a.View); k.said != fmt.Sprintf("No winner yet: %d clocks lie within 0.1 ms.", len(k.Rows)) {
		t.Errorf("it says %q", k.said)
	}
}
