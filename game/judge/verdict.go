package judge

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"driftlab/game/ranking"
)

// A Judgement is what came of a program on some links.
type Judgement struct {
	Links []Link
	Seeds []uint64
	Runs  []Run  // finished ones, by link and seed
	Fault string // why there are no others, "" if nothing has failed

	ofLink [][]Run    // those of links that haven't finished
	made   []*Verdict // by link, once it has
}

// A Run is one link with one seed.
type Run struct {
	Link   int // place among the links
	Seed   uint64
	Beside []Score          // on a link that was drawn: the oracle, and Midline in a thrifty game
	Scores []Score          // the program's first, then those of the clocks in the order of their tables
	Errors []ranking.Errors // in the same order, second by second after the warm-up
	Played time.Duration    // how much of it, where the program failed before its end
	Log    string           // the session's log, for the window, with what the program has answered; "" of all seeds but the first
}

// A Verdict is one link's result: the scores over all its finished seeds, the program's first, and a sentence.
type Verdict struct {
	Link   *Link
	Scores []Score
	Place  int // the program's, from 1 on
	Text   string
}

// Verdicts returns those of all links of which all seeds have finished.
func (j *Judgement) Verdicts() (all []Verdict) {
	for _, v := range j.made {
		if v != nil {
			all = append(all, *v)
		}
	}
	return all
}

func newVerdict(l *Link, runs []Run) Verdict {
	var scores [][]Score
	for i := range runs {
		scores = append(scores, runs[i].Scores)
	}
	v := Verdict{Link: l, Scores: over(scores), Place: 1}
	errors := make([]ranking.Errors, len(v.Scores)) // of clocks that failed in no run
	for i := range v.Scores {
		if v.Scores[0].worse(&v.Scores[i]) {
			v.Place++
		}
		if v.Scores[i].Known && runs[0].Errors != nil {
			var all []ranking.Errors
			for r := range runs {
				all = append(all, runs[r].Errors[i])
			}
			errors[i] = ranking.Join(all, maxBlocks)
		}
	}
	if l.Drawn() {
		v.Text = newContest(l.class.Name, runs).sentence()
		return v
	}
	v.Text = v.sentence(&v.Scores[0], errors)
	return v
}

// sentence says how the program did.
func (v *Verdict) sentence(own *Score, errors []ranking.Errors) string {
	if !own.Known {
		return fmt.Sprintf("%s: %s didn't know the time after the first 10 s in at least one run%s.", v.Link.Name, own.Clock, own.deaf())
	}
	text := fmt.Sprintf("%s: %s is %s ms wrong (RMS), number %d of %d; %s",
		v.Link.Name, own.Clock, Short(own.RMS), v.Place, len(v.Scores), v.others(errors))
	if !own.Came {
		text += "; it never stayed within 5 ms of the truth for 10 s, in at least one run"
	}
	if own.Back > 0 {
		text += fmt.Sprintf("; it stepped back %d times", own.Back)
	}
	if share, states := own.Coverage(); states && share < 0.95 {
		text += fmt.Sprintf("; the truth was within the range that it stated only %.0f %% of the time", 100*share)
	}
	return text + "."
}

// others says which of the other clocks is the best, or which two are where luck decides between them, and whether it decides between
// the best and the program.
func (v *Verdict) others(errors []ranking.Errors) (text string) {
	best, next, result := ranking.Of(errors[1:])
	if best < 0 {
		return "no other clock knew the time"
	}
	a := &v.Scores[1+best]
	text = fmt.Sprintf("the best of the others, %s, is %s ms wrong", a.Clock, Short(a.RMS))
	if next >= 0 && result != ranking.Won {
		b := &v.Scores[1+next]
		text = fmt.Sprintf("of the others %s and %s are the best, %s and %s ms wrong, and which of the two is luck", a.Clock, b.Clock, Short(a.RMS), Short(b.RMS))
	}
	switch _, _, result := ranking.Of([]ranking.Errors{errors[0], errors[1+best]}); result {
	case ranking.Even:
		text += ", and it is equally close"
	case ranking.Luck, ranking.Brief:
		text += ", and which of it and the program is closer is luck"
	}
	return text
}

// deaf says of a clock that it asks and does not hear.
func (s *Score) deaf() string {
	if s.Unheard == 0 {
		return ""
	}
	return fmt.Sprintf("; it asked %d times and does not hear the answers (\"hears\":[\"answers\"] in its first line)", s.Unheard)
}

// Short writes milliseconds for a sentence: three digits, or all before the point.
func Short(ms float64) string {
	if ms >= 1000 {
		return fmt.Sprintf("%.0f", ms)
	}
	return fmt.Sprintf("%.3g", ms)
}

// Score returns a clock's score; ok is false where it did not run.
func (v *Verdict) Score(clock string) (s *Score, ok bool) {
	i := slices.IndexFunc(v.Scores, func(s Score) bool { return s.Clock == clock })
	if i < 0 {
		return nil, false
	}
	return &v.Scores[i], true
}

// WorseThan returns on which links the program did worse than a clock.
func WorseThan(clock string, all []Verdict) (links []string) {
	for i := range all {
		if other, ok := all[i].Score(clock); ok && all[i].Scores[0].worse(other) {
			links = append(links, all[i].Link.Name)
		}
	}
	return links
}

// columns are those of all tables.
var columns = []string{"clock", "RMS ms", "worst ms", "within 5 ms after s", "steps back", "bytes/s", "coverage"}

// cells are a score's in the order of columns; "–" is what there is not.
func (s *Score) cells() []string {
	const none = "–"
	cells := []string{s.Clock, none, none, none, fmt.Sprint(s.Back), fmt.Sprintf("%.1f", s.Bytes), none}
	if s.Known {
		cells[1], cells[2] = fmt.Sprintf("%.3f", s.RMS), fmt.Sprintf("%.3f", s.Worst)
	}
	if s.Came {
		cells[3] = fmt.Sprintf("%.2f", s.Within)
	}
	if share, states := s.Coverage(); states {
		cells[6] = fmt.Sprintf("%.1f %%", 100*share)
	}
	return cells
}

// ranked returns the scores from the best to the worst.
func (v *Verdict) ranked() []Score {
	all := slices.Clone(v.Scores)
	slices.SortStableFunc(all, func(a, b Score) int {
		switch {
		case a.worse(&b):
			return 1
		case b.worse(&a):
			return -1
		}
		return 0
	})
	return all
}

// Table returns the verdict's rows for a terminal, from the best clock to the worst: tabs between cells.
func (v *Verdict) Table() string {
	var b strings.Builder
	fmt.Fprintln(&b, "  "+strings.Join(columns, "\t"))
	for _, s := range v.ranked() {
		mark := "  "
		if s.Clock == v.Scores[0].Clock {
			mark = "→ "
		}
		fmt.Fprintln(&b, mark+strings.Join(s.cells(), "\t"))
	}
	return b.String()
}
