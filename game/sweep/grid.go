package sweep

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/internal/texts"
	"driftlab/netsync/guest"
)

// Format is the number of the format of grid.json and of the files of cells. Cells of another meet other luck.
const Format = 2

// MaxCells is the largest number of cells of a grid.
const MaxCells = 1_000_000

// maxProgram bounds a grid's program, in bytes.
const maxProgram = 200

// A Grid says which sessions a sweep is made of: every scenario with every combination of the axes'
// values and every seed. Its JSON is grid.json.
type Grid struct {
	Format     int        `json:"format"`
	Program    string     `json:"program,omitempty"` // the build that computes its cells, for people; "" where that is not known
	Algorithms []string   `json:"algorithms"`        // of the program that made it
	Scenarios  []Scenario `json:"scenarios"`
	Axes       []Axis     `json:"axes"`
	Seeds      Seeds      `json:"seeds"`

	guests []guest.Guest // whose programs the command line names: no file has them
}

// A Scenario is one of a grid's, with all that holds for every cell of it.
type Scenario struct {
	Name string `json:"name"`
	Text string `json:"text"` // the scenario file
}

// An Axis is a setting that a sweep varies, as people write it.
type Axis struct {
	Key    string   `json:"key"`
	Values []string `json:"values"`
}

// ParseAxis reads KEY=VALUE,VALUE,…
func ParseAxis(text string) (Axis, error) {
	key, values, ok := strings.Cut(text, "=")
	if !ok {
		return Axis{}, fmt.Errorf("%.80q is not KEY=VALUE,VALUE", text)
	}
	a := Axis{Key: strings.TrimSpace(key)}
	twins := map[string]string{} // how a value is written by what it sets
	for value := range strings.SplitSeq(values, ",") {
		value = strings.TrimSpace(value)
		set, err := scenario.ParseAssignment(a.Key, value)
		if err != nil {
			return Axis{}, err
		}
		sets := fmt.Sprint(set)
		if other, ok := twins[sets]; ok {
			return Axis{}, fmt.Errorf("%s: %s and %s are the same value", a.Key, other, value)
		}
		twins[sets] = value
		a.Values = append(a.Values, value)
	}
	return a, nil
}

// assignments are what the i-th value of the axis sets.
func (a Axis) assignments(i int) ([]scenario.Assignment, error) {
	return scenario.ParseAssignment(a.Key, a.Values[i])
}

// NewGrid checks that every cell can run. The scenarios keep what has been set in them; the axes go
// over that, a later one over an earlier one.
func NewGrid(scenarios []*scenario.Scenario, axes []Axis, seeds Seeds) (*Grid, error) {
	g := &Grid{Format: Format, Axes: axes, Seeds: seeds}
	if g.Axes == nil {
		g.Axes = []Axis{}
	}
	for _, sc := range scenarios {
		var err error
		if sc, err = withClocks(sc, axes); err != nil {
			return nil, err
		}
		for _, other := range g.Scenarios {
			if other.Name == sc.Name {
				return nil, fmt.Errorf("two scenarios have the name %q", sc.Name)
			}
		}
		var clocks []string
		for _, a := range sc.Algorithms() {
			clocks = append(clocks, a.Name)
		}
		if g.Algorithms != nil && !slices.Equal(g.Algorithms, clocks) {
			return nil, fmt.Errorf("scenario %q has other clocks than %q: %s", sc.Name, scenarios[0].Name, strings.Join(clocks, ", "))
		}
		g.Algorithms, g.guests = clocks, sc.Guests
		g.Scenarios = append(g.Scenarios, Scenario{sc.Name, sc.Text()})
	}
	return g, g.validate()
}

// withClocks returns the scenario with the clocks that any value of the axes needs, so that all cells have the same.
func withClocks(sc *scenario.Scenario, axes []Axis) (*scenario.Scenario, error) {
	own := *sc
	for _, a := range axes {
		for i := range a.Values {
			set, err := a.assignments(i)
			if err != nil {
				return nil, err
			}
			own.Admit(set)
		}
	}
	return &own, nil
}

func (g *Grid) validate() error {
	if g.Format != Format {
		return fmt.Errorf("format: %d is not %d", g.Format, Format)
	}
	if len(g.Program) > maxProgram || texts.Line(g.Program) != g.Program {
		return fmt.Errorf("program: %.80q is not a name of at most %d characters on one line", g.Program, maxProgram)
	}
	if len(g.Scenarios) == 0 || len(g.Seeds) == 0 || len(g.Algorithms) == 0 {
		return fmt.Errorf("a grid needs a scenario, a seed and an algorithm")
	}
	cells := int64(len(g.Scenarios)) * int64(len(g.Seeds))
	for _, a := range g.Axes {
		// The product stays below 2^63: each factor fits into 2^20 or the loop ends.
		if len(a.Values) == 0 || len(a.Values) > MaxCells {
			return fmt.Errorf("the values of %.80q: %d is outside 1..%d", a.Key, len(a.Values), MaxCells)
		}
		if cells *= int64(len(a.Values)); cells > MaxCells {
			break
		}
	}
	if cells > MaxCells {
		return fmt.Errorf("the grid has over %d cells, which is outside 1..%[1]d", MaxCells)
	}
	if err := g.validateAxes(); err != nil {
		return err
	}
	for i := range g.Scenarios {
		if err := g.validateScenario(i); err != nil {
			return err
		}
	}
	return nil
}

// validateAxes refuses an axis that changes nothing since later ones set all that it sets.
func (g *Grid) validateAxes() error {
	type setting struct {
		key    *scenario.Key
		client int
	}
	later := map[setting]bool{}
	for _, a := range slices.Backward(g.Axes) {
		set, err := a.assignments(0)
		if err != nil {
			return err
		}
		seen := false
		for _, s := range set {
			seen = seen || !later[setting{s.Key(), s.Client}] && !later[setting{s.Key(), 0}]
		}
		if !seen {
			return fmt.Errorf("%s: a setting that is varied later overrides it", a.Key)
		}
		for _, s := range set {
			later[setting{s.Key(), s.Client}] = true
		}
	}
	return nil
}

// validateScenario tries every value of every axis, each alone: values do not get in each other's
// way.
func (g *Grid) validateScenario(i int) error {
	s := g.Scenarios[i]
	if texts.Line(s.Name) != s.Name {
		return fmt.Errorf("scenario %q: the name has a character that is not shown", s.Name)
	}
	if _, err := scenario.Parse(s.Name, s.Text); err != nil {
		return err
	}
	for _, a := range g.Axes {
		for k := range a.Values {
			sc, err := scenario.Parse(s.Name, s.Text)
			if err != nil {
				return err
			}
			set, err := a.assignments(k)
			if err != nil {
				return err
			}
			sc.Pin(set)
			if err := sc.Validate(); err != nil {
				return fmt.Errorf("scenario %q: %w", s.Name, err)
			}
		}
	}
	return nil
}

// Cells returns the number of cells.
func (g *Grid) Cells() int { return g.combinations() * len(g.Seeds) }

// combinations returns the number of sets of cells that differ in nothing but their seed.
func (g *Grid) combinations() int {
	n := len(g.Scenarios)
	for _, a := range g.Axes {
		n *= len(a.Values)
	}
	return n
}

// A Cell is one session of a grid.
type Cell struct {
	Index    int    // 0..Cells-1: scenarios outermost, then the axes in their order, seeds innermost
	Scenario int    // place in the grid's scenarios
	Values   []int  // place in each axis' values
	Seed     uint64 // what all luck of the cell comes from
}

// Cell returns the cell with a number, 0..Cells-1.
func (g *Grid) Cell(index int) Cell {
	c := Cell{Index: index, Seed: g.Seeds[index%len(g.Seeds)]}
	c.Scenario, c.Values = g.combination(index / len(g.Seeds))
	return c
}

func (g *Grid) combination(n int) (scenario int, values []int) {
	values = make([]int, len(g.Axes))
	for i := len(g.Axes) - 1; i >= 0; i-- {
		values[i] = n % len(g.Axes[i].Values)
		n /= len(g.Axes[i].Values)
	}
	return n, values
}

// Label says which settings a cell has, for people.
func (g *Grid) Label(c Cell) string {
	return fmt.Sprintf("%s, seed %d", g.combinationLabel(c.Scenario, c.Values), c.Seed)
}

func (g *Grid) combinationLabel(scenario int, values []int) string {
	return strings.Join(append([]string{g.Scenarios[scenario].Name}, g.settings(values)...), ", ")
}

// settings returns what is set by the axes' values, as people write it.
func (g *Grid) settings(values []int) (all []string) {
	for i, v := range values {
		all = append(all, g.Axes[i].Key+"="+g.Axes[i].Values[v])
	}
	return all
}

// scenario returns what a cell runs. It is parsed again, so cells share nothing.
func (g *Grid) scenario(c Cell) (*scenario.Scenario, error) {
	s := g.Scenarios[c.Scenario]
	sc, err := scenario.Parse(s.Name, s.Text)
	if err != nil {
		return nil, err
	}
	for _, asked := range g.guests {
		if i := slices.IndexFunc(sc.Guests, func(o guest.Guest) bool { return o.Name == asked.Name }); i >= 0 && asked.Program != nil {
			sc.Guests[i] = asked
		}
	}
	var set []scenario.Assignment
	for i, a := range g.Axes {
		one, err := a.assignments(c.Values[i])
		if err != nil {
			return nil, err
		}
		set = append(set, one...)
	}
	sc.Pin(set)
	sc.Seed = c.Seed
	return sc, nil
}

// Unmeasured returns the names of the scenarios that end with the [observe.Warmup] or within it: what their cells
// measure has no errors.
func (g *Grid) Unmeasured() (names []string) {
	for _, s := range g.Scenarios {
		if sc, err := scenario.Parse(s.Name, s.Text); err == nil && sc.Duration <= observe.Warmup { // a grid's have been checked
			names = append(names, s.Name)
		}
	}
	return names
}

// Text returns the grid as grid.json has it.
func (g *Grid) Text() string {
	text, err := json.MarshalIndent(g, "", "  ")
	if err != nil {
		panic(err) // texts and numbers only
	}
	return string(text) + "\n"
}

// ParseGrid reads the text of a grid.json.
func ParseGrid(text string) (*Grid, error) {
	g := &Grid{}
	if err := json.Unmarshal([]byte(text), g); err != nil {
		return nil, err
	}
	return g, g.validate()
}

// Difference says in what other differs from g, and "" if it does not.
func (g *Grid) Difference(other *Grid) string {
	if g.Program != other.Program {
		return fmt.Sprintf("its cells are of %s, not of %s", cmp.Or(other.Program, unnamed), cmp.Or(g.Program, unnamed))
	}
	if a, b := g.scenarioNames(), other.scenarioNames(); a != b {
		return fmt.Sprintf("its scenarios are %s, not %s", b, a)
	}
	for i, s := range g.Scenarios {
		if s.Text != other.Scenarios[i].Text {
			return fmt.Sprintf("its scenario %q has other settings, clients or duration", s.Name)
		}
	}
	if a, b := g.axesText(), other.axesText(); a != b {
		return fmt.Sprintf("it varies %s, not %s", b, a)
	}
	if a, b := g.Seeds.String(), other.Seeds.String(); a != b {
		return fmt.Sprintf("its seeds are %s, not %s", b, a)
	}
	if a, b := strings.Join(g.Algorithms, ", "), strings.Join(other.Algorithms, ", "); a != b {
		return fmt.Sprintf("its program had the algorithms %s, not %s", b, a)
	}
	return ""
}

// unnamed is what a grid without a program is said to be of.
const unnamed = "a program that has not said which it is"

func (g *Grid) scenarioNames() string {
	var names []string
	for _, s := range g.Scenarios {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

func (g *Grid) axesText() string {
	if len(g.Axes) == 0 {
		return "nothing"
	}
	var texts []string
	for _, a := range g.Axes {
		texts = append(texts, a.Key+"="+strings.Join(a.Values, ","))
	}
	return strings.Join(texts, " and ")
}
