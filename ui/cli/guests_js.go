package cli

import "driftlab/game/scenario"

// takeGuests refuses: a page can't start programs.
func (f *Flags) takeGuests(*scenario.Scenario) error {
	if len(f.guests) == 0 {
		return nil
	}
	return usagef("-guest: a page can't start a program; the program for a desktop can")
}
