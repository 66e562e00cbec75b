package profile

import (
	"driftlab/game/scenario"
	"driftlab/internal/param"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// writeScenario writes a whole scenario file, with the clock that the program recommends. What was read from a file is
// left out where the profile does not have the file's path.
func writeScenario(p *Profile, w *writer) error {
	w.line("format = %d", scenario.Format)
	w.line("title = %q", p.Title)
	w.line("")
	w.line("[set]")
	w.line("client.algorithm = %q", registry.Recommended)
	for _, l := range []*ledger{w.up, w.down} {
		for _, stage := range (netsim.Settings{}).Stages() {
			l.exact(stage.Name)
			// Settings at their defaults are left out, unless the stage does something by them: by its
			// first setting; where it does nothing so is what is 0.
			first := &stage.Settings[0]
			works := first.Get(&l.settings) != 0 && value(first, &l.settings) != first.Default
			for i := range stage.Settings {
				f := &stage.Settings[i]
				key := "link." + l.direction + "." + f.Name
				v, content := value(f, &l.settings), f.Content(&l.settings)
				path, known := p.Files[key]
				switch {
				case content != nil && f.Text.File == "":
					w.line("%s = %q", key, content)
				case content != nil && known:
					w.line("%s = %q", key, path)
				case content != nil:
					l.cannot(stage.Name, "name its file by %s", key)
				case v == 0 && (v == f.Default || i > 0 && !works):
				case v != f.Default || works && i > 0:
					w.line("%s = %q", key, written(f, v))
				}
			}
		}
	}
	return nil
}

// value returns what a setting is, which is its default where 0 stands for that.
func value(f *param.Field[netsim.Settings], s *netsim.Settings) int64 {
	if v := f.Get(s); v != 0 || !f.Unset {
		return v
	}
	return f.Default
}

// written is a number or a choice as a scenario has it, a share as tc takes it.
func written(f *param.Field[netsim.Settings], v int64) string {
	if f.Unit.Name == param.Share.Name {
		return percent(float64(v) / f.Unit.Scale)
	}
	return f.Format(v)
}
