package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// timed measures each frame that the program draws, in ms.
const timed = `{ globalThis.frames = [];
const ask = requestAnimationFrame;
globalThis.requestAnimationFrame = then => ask(at => {
	const begun = performance.now();
	then(at);
	frames.push(performance.now() - begun);
});
}`

// first keeps when the program's first frame appears, in ms after the page was requested.
const first = `{ const see = () => {
	const poster = document.getElementById("poster");
	if (poster && poster.hidden) globalThis.seen = performance.now();
	else requestAnimationFrame(see);
};
requestAnimationFrame(see); }`

// BenchmarkFirstFrame is a browser's first visit: nothing is cached, and no other page draws.
func BenchmarkFirstFrame(b *testing.B) {
	site(b)
	stopChromium() // the next has compiled nothing yet
	p := start(b).Open(site(b), 1600, 900, first)
	p.Await(`globalThis.seen`)
	report(b, []float64{p.Eval(`seen`).(float64)}, 0.5, "ms/first-frame")
}

// BenchmarkFrame is a frame with the work before it, mostly one update.
func BenchmarkFrame(b *testing.B) {
	for _, size := range [][2]int{{1600, 900}, {1280, 720}} {
		for _, view := range []string{"watch", "lab"} {
			b.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], view), func(b *testing.B) {
				p := open(b, start(b), "?view="+view, size[0], size[1], blind, timed)
				p.Await(`now.seconds > 4`)
				var all []float64
				for b.Loop() {
					p.Eval(`frames = []; 0`)
					p.Await(`frames.length >= 300`)
					for _, ms := range p.Eval(`frames`).([]any) {
						all = append(all, ms.(float64))
					}
				}
				report(b, all, 0.5, "ms/frame")
				report(b, all, 0.99, "ms/frame-p99")
			})
		}
	}
}

// BenchmarkLongestPause goes through all lessons with Page Down, and finds the longest time without a response of the page.
func BenchmarkLongestPause(b *testing.B) {
	p := open(b, start(b), "?lesson=0&view=watch", 1280, 720, blind, timed)
	p.Await(`now.sentence`)
	var all []float64
	where := ""
	for b.Loop() {
		p.Eval(`frames = []; 0`)
		for last, same := "", 0; same < 6; {
			p.Key("PageDown", "PageDown", 34)
			longest, at := p.Eval(`Math.max(...frames)`).(float64), p.Eval(`now.lesson + "." + now.step`).(string)
			p.Eval(`frames = []; 0`)
			if longest > 100 {
				where += fmt.Sprintf(" %s (%.0f ms)", at, longest)
			}
			all = append(all, longest)
			if same++; at != last || !strings.HasPrefix(at, "24.") { // the last lesson is over
				last, same = at, 0
			}
		}
	}
	report(b, all, 1, "ms/longest-pause")
	b.Logf("over 100 ms:%s", where)
}

// BenchmarkMemory is the memory of the program after ten minutes of a session at eight times its speed.
func BenchmarkMemory(b *testing.B) {
	p := open(b, start(b), "?scenario=first&view=watch", 1280, 720, blind, timed)
	p.Await(`now.seconds > 1`)
	for range 3 {
		p.Key("]", "BracketRight", 221)
	}
	for b.Loop() {
		p.Await(`now.seconds > 600`)
	}
	report(b, []float64{p.Eval(`driftlabGo.mem.buffer.byteLength / 1e6`).(float64)}, 1, "MB")
}

// report reports a quantile.
func report(b *testing.B, all []float64, share float64, unit string) {
	slices.Sort(all)
	b.ReportMetric(all[min(int(share*float64(len(all))), len(all)-1)], unit)
	b.ReportMetric(0, "ns/op")
}
