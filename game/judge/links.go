package judge

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"driftlab/assets"
	"driftlab/game/judge/draw"
	"driftlab/game/scenario"
	"driftlab/internal/texts"
)

// A Link is a world in which clocks are scored, or a class of links of which each seed draws one.
type Link struct {
	Name     string
	Reason   string             // what it tells of a clock
	Scenario *scenario.Scenario // of a class that of seed 1

	class *draw.Class
}

// Drawn says whether the link is a class of links that are drawn.
func (l *Link) Drawn() bool { return l.class != nil }

// With returns the link's scenario with a seed. drawn is what is known of a link that was drawn, nil of any other.
func (l *Link) With(seed uint64) (sc *scenario.Scenario, drawn *draw.Link, err error) {
	if l.class != nil {
		drawn, err = l.class.Link(seed)
		if err != nil {
			return nil, nil, err
		}
		return drawn.Scenario, drawn, nil
	}
	own := *l.Scenario
	own.Seed = seed
	return &own, nil, nil
}

const (
	// Public is the name of the links that the program brings.
	Public = "public"
	// Random is that of links that are drawn.
	Random = "random"
)

// maxLinks is how many links can be judged on at once.
const maxLinks = 1000

// publicPrefix begins the names of the scenarios that are public links.
const publicPrefix = "judge-"

// PublicNames returns the names of the public links, in order.
func PublicNames() (names []string) {
	for _, name := range assets.ScenarioNames() {
		if short, is := strings.CutPrefix(name, publicPrefix); is {
			names = append(names, short)
		}
	}
	return names
}

// Load returns the links that a list stands for, separated by commas: [Public], the name of one of these such as wifi, a scenario's
// name, a file, a folder of files, or [Random] for the classes of a second list ([draw.Parse]). All clocks run on every client of a link.
func Load(list, classes string) (links []Link, err error) {
	var names []string
	public := PublicNames()
	for what := range strings.SplitSeq(list, ",") {
		if what == Random {
			drawn, err := ofClasses(classes)
			if err != nil {
				return nil, err
			}
			links = append(links, drawn...)
		} else if what == Rare {
			seldom, err := rare()
			if err != nil {
				return nil, err
			}
			links = append(links, seldom...)
		} else if what == Public {
			for _, name := range public {
				names = append(names, publicPrefix+name)
			}
		} else if slices.Contains(public, what) {
			names = append(names, publicPrefix+what)
		} else if info, failed := os.Stat(what); failed == nil && info.IsDir() {
			of, err := filesOf(what)
			if err != nil {
				return nil, err
			}
			names = append(names, of...)
		} else if failed != nil && !strings.ContainsAny(what, `/\\.`) && !slices.Contains(assets.ScenarioNames(), what) {
			return nil, unknown(what)
		} else {
			names = append(names, what)
		}
	}
	if n := len(links) + len(names); n > maxLinks {
		return nil, fmt.Errorf("%d links are outside 1..%d", n, maxLinks)
	}
	for _, name := range names {
		sc, err := scenario.Load(name)
		if err != nil {
			return nil, err
		}
		sc.ClockList = "all"
		sc.Set = slices.DeleteFunc(sc.Set, func(a scenario.Assignment) bool { return strings.HasPrefix(a.Key().Name, "converge.") }) // 5 ms, for 10 s
		l := Link{Name: strings.TrimPrefix(strings.TrimSuffix(filepath.Base(name), ".toml"), publicPrefix), Scenario: sc}
		if len(sc.Events) > 0 {
			l.Reason = sc.Events[0].Caption
		}
		links = append(links, l)
	}
	for i := range links {
		if slices.ContainsFunc(links[:i], func(o Link) bool { return o.Name == links[i].Name }) {
			return nil, fmt.Errorf("two links have the name %q", links[i].Name)
		}
	}
	return links, nil
}

// ofClasses returns the classes of a list as links.
func ofClasses(list string) (links []Link, err error) {
	classes, err := draw.Parse(list)
	if err != nil {
		return nil, err
	}
	for i := range classes {
		l := Link{Name: Random + "-" + classes[i].Name, Reason: classes[i].Reason, class: &classes[i]}
		if l.Scenario, _, err = l.With(1); err != nil {
			return nil, err
		}
		links = append(links, l)
	}
	return links, nil
}

// unknown refuses a link by a name that there is not.
func unknown(what string) error {
	names := append(PublicNames(), Public, Random, Rare)
	return texts.Unknown(what, names, strings.Join(names, ", ")+", a scenario's name, a file and a folder")
}

// filesOf lists a folder's scenarios in the order of their names.
func filesOf(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("folder %q: %w", dir, err)
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".toml" && e.Type()&fs.ModeDir == 0 {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("folder %q: it has no scenario (*.toml)", dir)
	}
	return names, nil
}
