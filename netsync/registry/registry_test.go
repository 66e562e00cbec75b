package registry

import (
	"fmt"
	"testing"
)

// variants is how many numbers are kept for variants of clocks, from firstVariant on: as many as a scenario may name.
const variants = 16

func TestEachClockHasANumberOfItsOwn(t *testing.T) {
	t.Parallel()
	if wrong := wrongIDs(algorithms[:]); len(wrong) > 0 {
		t.Error(wrong)
	}
	two := append(Algorithms(), Algorithm{ID: 7, Name: "new"}, Algorithm{ID: firstVariant + variants - 1, Name: "other"}, Algorithm{ID: MaxID + 1, Name: "last"})
	if wrong := wrongIDs(two); len(wrong) != 3 {
		t.Errorf("three wrong numbers: %q", wrong)
	}
}

// wrongIDs says which clocks have a number that another clock has, that variants have, or that is none.
func wrongIDs(all []Algorithm) (wrong []string) {
	taken := [MaxID + 1]string{}
	for i := range variants {
		taken[firstVariant+i] = "variants"
	}
	for i := range MaxGuests {
		taken[GuestNumber(i)] = "guests"
	}
	next := func() int {
		for id := MaxID; id > 0; id-- {
			if taken[id] == "" {
				return id
			}
		}
		return 0
	}
	var free []Algorithm
	for _, a := range all {
		if a.ID == 0 || a.ID > MaxID || taken[a.ID] != "" {
			free = append(free, a)
			continue
		}
		taken[a.ID] = a.Name
	}
	for _, a := range free {
		owner := fmt.Sprintf("outside 1..%d", MaxID)
		if a.ID > 0 && a.ID <= MaxID {
			owner = "of " + taken[a.ID]
		}
		wrong = append(wrong, fmt.Sprintf("%s: ID %d is %s; a free one is %d", a.Name, a.ID, owner, next()))
	}
	return wrong
}
