package picture

import (
	"strings"
	"testing"

	"driftlab/ui/uitest"
)

func TestTwoWorldsAreCalledByWhatDiffers(t *testing.T) {
	lang := uitest.Language(t, "en")
	for _, c := range []struct{ a, b, nameA, nameB string }{
		{"", "", "", ""},
		{"link.delay=80ms", "link.delay=209ms", "Delay 80 ms", "Delay 209 ms"},
		{"link.up.delay=120ms link.down.delay=40ms", "link.up.delay=249ms link.down.delay=169ms", "Delay 120/40 ms", "Delay 249/169 ms"},
		{"link.up.delay=1.5s link.down.delay=40ms", "link.delay=100ms", "Delay 1.5 s/40 ms", "Delay 100 ms"},
		{"", "link.up.delay=120ms", "Up delay 80 ms", "Up delay 120 ms"},
		{"", "link.delay=209ms link.loss=5%", "Delay 80 ms, loss 0 %", "Delay 209 ms, loss 5 %"},
		{"", "link.delay=209ms link.loss=5% host.dilation=0.5", "Delay 80 ms, loss 0 %", "Delay 209 ms, loss 5 %"},
		{"", "host.dilation=0.5", "Host time 1×", "Host time 0.5×"},
		{"client.algorithm=slot", "client.algorithm=rtt2", "Slot", "RTT/2"},
		{"", "client2.algorithm=slot", "Client 2: clock algorithm RTT/2", "Client 2: clock algorithm Slot"},
		{"", "platform.time=predicted others.show=dead-reckoned", "Platforms shared", "Platforms predicted"},
	} {
		names := SideNames(lang, sessionWith(t, strings.Fields(c.a)...), sessionWith(t, strings.Fields(c.b)...))
		for i, want := range []string{c.nameA, c.nameB} {
			if got := strings.ReplaceAll(names[i], "\u00a0", " "); got != want {
				t.Errorf("%q and %q: %q, want %q", c.a, c.b, got, want)
			}
		}
	}
}
