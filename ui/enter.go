package ui

import "driftlab/game/scenario"

// Enter restarts the experiment with more clocks, since clocks are chosen before the start; words are those of a
// [scenario.Roster]. What a person has set stays set, and so does what is set beside.
func (a *App) Enter(words string, pairs ...string) {
	if a.lessons.Refused() {
		return
	}
	a.WhenThere(func() error {
		roster, err := scenario.ParseRoster(a.opt.Scenario.Roster.String() + "," + words)
		if err != nil {
			return err
		}
		sc := a.opt.Scenario.AsLogged()
		sc.Roster, sc.Set = roster, append([]scenario.Assignment{}, sc.Set...)
		for _, d := range a.Session.Changes() {
			pairs = append([]string{clientKey(d.Client, d.Name), d.B}, pairs...)
		}
		for i := 0; i < len(pairs); i += 2 {
			set, err := scenario.ParseAssignment(pairs[i], pairs[i+1])
			if err != nil {
				return err
			}
			sc.Set = append(sc.Set, set...)
		}
		if err := sc.Validate(); err != nil {
			return err
		}
		a.later <- func() {
			if err := a.Open(&sc, 0); err != nil {
				a.ShowError(err)
				return
			}
			a.ShowNotice(a.Words.T("race.entered"))
		}
		return nil
	})
}
