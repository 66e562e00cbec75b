package profile

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// writeCSV writes what was measured of both directions as a recording: each delay and each loss at its place.
func writeCSV(p *Profile, w *writer) error {
	if len(p.Samples) == 0 {
		return fmt.Errorf("csv: %q has no measured delays; irtt and ping have", p.Name)
	}
	w.remark("Settings: link.recording is this file and link.delay is 0s. It has the losses too, so link.loss and link.episode.for are 0.")
	w.line("t_ms,up_ms,down_ms")
	for _, r := range recordedRows(p) {
		w.line("%s,%s,%s", millis(r.Sent), recorded(r.Up), recorded(r.Down))
	}
	return nil
}

// isLost stands in place of a delay.
const isLost = time.Duration(math.MinInt64)

func recorded(d time.Duration) string {
	if d == isLost {
		return "lost"
	}
	return millis(d)
}

// recordedRows returns the rows of a recording, by rising times: what was measured of each packet. What is not known of one that
// was lost is as it was of the one before. An answer is sent a way later than its packet, so its loss is in the row that is in
// force then.
func recordedRows(p *Profile) []Sample {
	rows := make([]Sample, 0, len(p.Samples)+len(p.Losses))
	before := Sample{Up: p.Samples[0].Up, Down: p.Samples[0].Down}
	var answers []time.Duration // when those were sent that were lost
	samples, losses := p.Samples, p.Losses
	for len(samples)+len(losses) > 0 {
		if len(losses) == 0 || len(samples) > 0 && samples[0].Sent <= losses[0].Sent {
			before, samples = samples[0], samples[1:]
			rows = append(rows, before)
			continue
		}
		row := Sample{losses[0].Sent, before.Up, before.Down}
		if !losses[0].Back {
			row.Up = isLost
		} else {
			answers = append(answers, row.Sent+before.Up)
		}
		rows, losses = append(rows, row), losses[1:]
	}
	for i := 1; i < len(rows); i++ {
		rows[i].Sent = max(rows[i].Sent, rows[i-1].Sent+1)
	}
	for _, sent := range answers {
		next, _ := slices.BinarySearchFunc(rows, sent+1, func(r Sample, at time.Duration) int { return int(min(max(r.Sent-at, -1), 1)) })
		rows[next-1].Down = isLost
	}
	return rows
}
