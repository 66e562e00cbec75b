package profile

import "math"

// A count is how many packets a program itself says it has sent and how many of them it has lost. People cut lines out of
// long texts: what is not in the lines is lost only as far as the program says so. It is 0, 0 where it does not tell.
type count struct{ sent, lost int }

// ownCounts are what a program says of the runs of a text.
type ownCounts struct {
	told   count // in all of them
	runs   int   // that it has counted
	spared int   // packets without an answer in the text that came back, as it says
}

// agree compares the packets of a run with the program's own count of it: of those that are lost, the ones above its count
// came back at an unknown time. firm says of which packets a line tells that they are lost; it takes others first.
func (c *ownCounts) agree(run []trip, told count, firm func(i int) bool) {
	c.told.sent, c.told.lost, c.runs = c.told.sent+told.sent, c.told.lost+told.lost, c.runs+1
	lost := lostOf(run)
	for _, firmToo := range []bool{false, true} {
		for i := range run {
			if lost > told.lost && run[i].lost() && (firmToo || !firm(i)) {
				run[i].fate = untimed
				lost, c.spared = lost-1, c.spared+1
			}
		}
	}
}

// lost says whether nothing came back of a packet.
func (t *trip) lost() bool { return t.fate != returned && t.fate != untimed }

// lostOf counts the lost among packets.
func lostOf(run []trip) (n int) {
	for i := range run {
		if run[i].lost() {
			n++
		}
	}
	return n
}

// unseen returns how many packets must have come back of which no line is left, for the share of losses to be what the
// program itself says.
func (m *measurement) unseen() int {
	if m.told.lost == 0 {
		return 0
	}
	n := math.Ceil(float64(lostOf(m.trips)) * float64(m.told.sent) / float64(m.told.lost))
	return max(0, int(n)-len(m.trips))
}

// sayCounts notes where a program's own count is another than that of the lines, and forgets it where it does not tell of all
// runs.
func (m *measurement) sayCounts(runs int) {
	if m.runs != runs {
		m.told = count{}
	}
	if m.spared > 0 {
		m.note("The summary has more answers (%d) than the lines: they are not counted as lost.", m.spared)
	}
	if m.unseen() > 0 {
		m.note("The lines have only %d of the %d packets, and a larger share of losses: the summary's share counts (%d lost).", len(m.trips), m.told.sent, m.told.lost)
	}
}
