//go:build !js

package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"driftlab/game/judge/process"
	"driftlab/game/scenario"
	"driftlab/netsync/guest"
)

// takeGuests makes the programs of -guest clocks of a scenario. They replace answers in a log.
func (f *Flags) takeGuests(sc *scenario.Scenario) error {
	limits := process.DefaultLimits() // as long as the session lasts, and without a time limit, since the person can end it
	limits.First, limits.Later, limits.Whole = time.Minute, 30*time.Second, 24*time.Hour
	var given []string
	for _, text := range f.guests {
		name, line, ok := strings.Cut(text, "=")
		if !ok {
			return usagef("-guest: %q is not NAME=PROGRAM", text)
		}
		words, err := process.Words(line)
		if err != nil {
			return usagef("-guest: %q: %w", text, err)
		}
		if slices.Contains(given, name) {
			return usagef("-guest: %q is given twice", name)
		}
		given = append(given, name)
		i := slices.IndexFunc(sc.Guests, func(g guest.Guest) bool { return g.Name == name })
		if i < 0 {
			i, sc.Guests = len(sc.Guests), append(slices.Clip(sc.Guests), guest.Guest{Name: name})
		}
		if err := sc.CheckGuests(); err != nil { // before any program is started
			return usagef("-%w", err)
		}
		p := &process.Program{Path: words[0], Called: name, Args: words[1:], Errors: f.env.Warn, Limits: limits}
		sc.Guests[i] = guest.Guest{Name: name, Program: process.Starter{Done: f.env.Stop, Program: p}}
		if f.env.Progress != nil { // there is no window yet
			fmt.Fprintf(f.env.Progress, "waiting for the first line of %s, at most %v", name, p.Limits.First)
		}
		err = sc.Guests[i].Introduce(sc.Hello())
		if f.env.clear(); err != nil {
			return err
		}
	}
	return nil
}
