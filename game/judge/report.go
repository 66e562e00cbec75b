package judge

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"driftlab/game/sweep"
	"driftlab/internal/files"
	"driftlab/internal/texts"
)

// The files of a judgement.
const (
	TableFile      = "judge.csv"
	ReportFile     = "judge.md"
	GradescopeFile = "results.json"
	JUnitFile      = "junit.xml"
	LogsDir        = "logs"

	plotName = "judge" // without the ending
)

// Files returns the names of all files that a judgement on some links may have, with slashes.
func Files(links []Link) []string {
	names := append(sweep.PlotFiles(plotName), TableFile, ReportFile, GradescopeFile, JUnitFile)
	for i := range links {
		names = append(names, links[i].LogFile())
	}
	return names
}

// LogFile returns the name of the link's log, of the run with the first seed.
func (l *Link) LogFile() string { return LogsDir + "/" + l.Name + ".toml" }

// csvHeader is the first line of judge.csv.
var csvHeader = []string{"link", "seed", "clock", "rms_ms", "worst_ms", "within_5ms_s", "steps_back", "bytes_per_s", "stated", "covered"}

// WriteCSV writes the scores of all finished runs.
func (j *Judgement) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	_ = c.Write(csvHeader) // an error stays with the writer
	whole := func(v uint64) string { return strconv.FormatUint(v, 10) }
	row := make([]string, len(csvHeader))
	for i := range j.Runs {
		r := &j.Runs[i]
		for _, s := range r.Scores {
			row = append(row[:0], j.Links[r.Link].Name, whole(r.Seed), s.Clock, known(s.Known, s.RMS), known(s.Known, s.Worst),
				known(s.Came, s.Within), whole(s.Back), strconv.FormatFloat(s.Bytes, 'f', 1, 64), whole(s.Stated), whole(s.Covered))
			_ = c.Write(row)
		}
		for _, s := range r.Beside {
			_ = c.Write(append(row[:0], j.Links[r.Link].Name, whole(r.Seed), s.Clock, known(s.Known, s.RMS), known(s.Known, s.Worst), "", "", "", "", ""))
		}
	}
	c.Flush()
	return c.Error()
}

func known(is bool, v float64) string {
	if !is {
		return ""
	}
	return strconv.FormatFloat(v, 'f', 6, 64)
}

// Markdown returns the report: the verdicts, then each link with its reason and its table.
func (j *Judgement) Markdown() string {
	var b strings.Builder
	all := j.Verdicts()
	b.WriteString("# What the judge says\n\n")
	if j.Fault != "" {
		fmt.Fprintf(&b, "Only %d of %d runs are finished, and %d of %d links are below: %s.\n\n", len(j.Runs), len(j.Links)*len(j.Seeds), len(all), len(j.Links), texts.Line(j.Fault))
	}
	for i := range all {
		if !all[i].Link.Drawn() {
			fmt.Fprintf(&b, "- %s\n", texts.Markdown(all[i].Text))
		}
	}
	j.contestsMarkdown(&b)
	for i := range all {
		v := &all[i]
		if v.Link.Drawn() {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| %s |\n|%s\n", texts.Markdown(v.Link.Name), texts.Markdown(v.Link.Reason), strings.Join(columns, " | "), strings.Repeat(" --- |", len(columns)))
		for _, s := range v.ranked() {
			cells := s.cells()
			cells[0] = texts.Markdown(cells[0])
			if s.Clock == v.Scores[0].Clock {
				cells[0] = "**" + cells[0] + "**"
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
		}
	}
	return b.String()
}

// Plot draws the RMS error of all clocks on all finished links.
func (j *Judgement) Plot(to *files.Folder) error {
	var places, clocks []string
	var rms [][]float64
	for i, v := range j.Verdicts() {
		places = append(places, v.Link.Name)
		for c, s := range v.Scores {
			if i == 0 {
				name := s.Clock
				if c == 0 {
					name = "yours" // the legend is narrow
				}
				clocks, rms = append(clocks, name), append(rms, nil)
			}
			if !s.Known {
				s.RMS = -1
			}
			rms[c] = append(rms[c], s.RMS)
		}
	}
	if len(places) == 0 {
		return nil
	}
	return sweep.PlotPlaces(to, plotName, "RMS error on each link", "RMS clock error over all seeds", "link", places, clocks, rms)
}

// gradescopeTest is one link as Gradescope's results.json has it.
type gradescopeTest struct {
	Name   string  `json:"name"`
	Score  float64 `json:"score"`
	Max    float64 `json:"max_score"`
	Output string  `json:"output"`
}

// outcome returns the verdict of a link among all of them, and what it says: nil, and why there is none, of one that is not finished.
func (j *Judgement) outcome(l *Link, all []Verdict) (v *Verdict, says string) {
	if i := slices.IndexFunc(all, func(v Verdict) bool { return v.Link == l }); i >= 0 {
		return &all[i], all[i].Text
	}
	return nil, l.Name + ": not finished: " + j.Fault
}

// Gradescope returns results.json: a link counts a point where the program did no worse than a clock, and without one the share of
// clocks that it did at least as well as. One that is not finished counts none.
func (j *Judgement) Gradescope(clock string) ([]byte, error) {
	var out struct {
		Output string           `json:"output"`
		Tests  []gradescopeTest `json:"tests"`
	}
	all := j.Verdicts()
	out.Output = fmt.Sprintf("%d of %d links judged", len(all), len(j.Links))
	for i := range j.Links {
		v, says := j.outcome(&j.Links[i], all)
		t := gradescopeTest{Name: j.Links[i].Name, Max: 1, Output: says}
		if v != nil {
			t.Score = v.points(clock)
		}
		out.Tests = append(out.Tests, t)
	}
	text, err := json.MarshalIndent(out, "", "  ")
	return append(text, '\n'), err
}

// points are 0 to 1.
func (v *Verdict) points(clock string) float64 {
	if other, ok := v.Score(clock); !ok {
		return float64(len(v.Scores)-v.Place) / float64(len(v.Scores)-1)
	} else if v.Scores[0].worse(other) {
		return 0
	}
	return 1
}

type junitFailure struct {
	Message string `xml:"message,attr"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
	Output  string        `xml:"system-out"`
}

// fails says whether the program gave no time, or did worse than a clock.
func (v *Verdict) fails(clock string) bool {
	other, compared := v.Score(clock)
	return !v.Scores[0].Known || compared && v.Scores[0].worse(other)
}

// JUnit returns junit.xml: a link fails where the program did worse than a clock, gave no time, or did not finish.
func (j *Judgement) JUnit(clock string) ([]byte, error) {
	var suite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	suite.Name = "driftlab judge"
	all := j.Verdicts()
	for i := range j.Links {
		v, says := j.outcome(&j.Links[i], all)
		c := junitCase{Name: j.Links[i].Name, Class: "driftlab.judge", Output: says}
		if v == nil || v.fails(clock) {
			c.Failure = &junitFailure{says}
			suite.Failures++
		}
		suite.Cases = append(suite.Cases, c)
	}
	suite.Tests = len(suite.Cases)
	text, err := xml.MarshalIndent(suite, "", "  ")
	return append([]byte(xml.Header), append(text, '\n')...), err
}
