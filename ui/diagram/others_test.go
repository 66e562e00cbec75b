package diagram

import (
	"slices"
	"strings"
	"testing"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

func TestOthersAreAListAndOfManyClientsAGridInWhichAClickChooses(t *testing.T) {
	for _, clients := range []int{4, 8, 9, 64} {
		a, _, _ := tableOf(t, clients, panel.Rect{})
		var o Others
		texts := writes(a, func(c *draw.Canvas) { o.Draw(&a.View, c, panel.NewRect(0, 0, 156, 200)) })
		if clients < ManyFrom {
			if count(texts, "Others") != 1 || !slices.Contains(texts, "4") || slices.Contains(texts, "1") {
				t.Errorf("of %d clients it says %q", clients, texts)
			}
			continue
		}
		if len(o.places) != clients || !strings.HasSuffix(texts[0], " clients") {
			t.Fatalf("of %d clients there are %d shapes: %q", clients, len(o.places), texts)
		}
		pressIn(&a.at, o.places[clients-1].at)
		if o.Update(&a.View, &a.at); a.Frame.Selected != clients {
			t.Errorf("a click on the last of %d shapes chooses client %d", clients, a.Frame.Selected)
		}
	}
}

func TestARowOfOthersHasTheirErrorsAndTheWayToAllNumbers(t *testing.T) {
	a, _, _ := tableOf(t, 24, panel.Rect{})
	var o Others
	texts := writes(a, func(c *draw.Canvas) { o.DrawRow(&a.View, c, panel.NewRect(0, 0, 480, 28)) })
	shown := 0
	for _, text := range texts {
		if strings.HasSuffix(text, " ms") {
			shown++
		}
	}
	if i := slices.IndexFunc(texts, func(s string) bool { return strings.HasSuffix(s, " more") }); i < 0 || shown == 0 || texts[i] != string(new(panel.Pen).Start(a.Words).Text("+").Int(int64(23-shown)).Text(" more").Buf) {
		t.Errorf("with %d errors it says %q", shown, texts)
	}
	pressIn(&a.at, o.all)
	if !o.Update(&a.View, &a.at) {
		t.Error("a click on all numbers does not ask for them")
	}
	pressIn(&a.at, o.places[0].at)
	if o.Update(&a.View, &a.at); a.Frame.Selected != o.places[0].of {
		t.Errorf("a click on client %d chooses %d", o.places[0].of, a.Frame.Selected)
	}
}
