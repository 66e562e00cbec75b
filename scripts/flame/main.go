// Command flame draws where a program's time went as an SVG: what go tool pprof -traces prints comes in on standard input. A
// row's bars are functions, each as wide as its share of the time, over those that it calls; the pointer on one tells the share.
//
//	go tool pprof -traces PROGRAM PROFILE | go run ./scripts/flame -under BenchmarkFrame >flame.svg
package main

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	under := flag.String("under", "", "draw what is called by the functions whose name ends so; empty for all")
	flag.Parse()
	root, err := read(os.Stdin, *under)
	if err == nil {
		err = draw(os.Stdout, root)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "flame:", err)
		os.Exit(1)
	}
}

// A call is a function as it was reached on one way, with the time that was spent in it and in what it called.
type call struct {
	name  string
	time  time.Duration
	calls map[string]*call
}

// add adds a sample, whose stack begins with what the call calls.
func (c *call) add(stack []string, spent time.Duration) {
	c.time += spent
	if len(stack) == 0 {
		return
	}
	if c.calls == nil {
		c.calls = map[string]*call{}
	}
	next := c.calls[stack[0]]
	if next == nil {
		next = &call{name: stack[0]}
		c.calls[stack[0]] = next
	}
	next.add(stack[1:], spent)
}

// A sample's first line has its time before the innermost function.
var first = regexp.MustCompile(`^\s+([\d.]+(?:ns|us|ms|s))\s+(\S.*)$`)

// read reads samples, each a time with a stack from the innermost function outwards, after a line of dashes.
func read(from io.Reader, under string) (*call, error) {
	root := &call{name: "all"}
	var spent time.Duration
	var stack []string
	end := func() {
		slices.Reverse(stack)
		at := slices.IndexFunc(stack, func(name string) bool { return strings.HasSuffix(name, under) })
		if under == "" {
			root.add(stack, spent)
		} else if at >= 0 {
			root.name = plain(stack[at])
			root.add(stack[at+1:], spent)
		}
		spent, stack = 0, nil
	}
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		line := strings.TrimSuffix(lines.Text(), " (inline)")
		if strings.HasPrefix(line, "----") {
			end()
		} else if m := first.FindStringSubmatch(line); m != nil && stack == nil {
			d, err := time.ParseDuration(m[1])
			if err != nil {
				return nil, err
			}
			spent, stack = d, []string{m[2]}
		} else if stack != nil {
			stack = append(stack, strings.TrimSpace(line))
		}
	}
	end()
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if root.time == 0 {
		return nil, fmt.Errorf("no sample is under %q", under)
	}
	return root, nil
}

// plain is a function's name without its module, its package's folders and its pointer: game.Client.Receive.
func plain(name string) string {
	path, _, _ := strings.Cut(name, "(")
	path, _, _ = strings.Cut(path, "[")
	name = name[strings.LastIndex(path, "/")+1:]
	return strings.NewReplacer("(*", "", ")", "", "[...]", "").Replace(name)
}

// The drawing's measures, in pixels.
const (
	width  = 1200.0
	row    = 17
	letter = 6.2 // of 11 px type, on average
	least  = 2.0 // what is narrower is left out
)

func draw(to io.Writer, root *call) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %v %d" font-family="sans-serif" font-size="11">`+"\n", width, row*depth(root, width))
	fmt.Fprintf(w, `<rect width="100%%" height="100%%" fill="#fff"/>`+"\n")
	bar(w, root, root.time, 0, 0, width)
	fmt.Fprintln(w, "</svg>")
	return w.Flush()
}

// depth returns how many rows a call takes that is so wide.
func depth(c *call, wide float64) int {
	deepest := 0
	for _, next := range c.calls {
		if w := wide * float64(next.time) / float64(c.time); w >= least {
			deepest = max(deepest, depth(next, w))
		}
	}
	return deepest + 1
}

// bar draws a call and under it what it calls, the longest first.
func bar(w io.Writer, c *call, all time.Duration, x float64, y int, wide float64) {
	name := plain(c.name)
	fmt.Fprintf(w, `<g><title>%s: %.1f %%</title><rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`,
		escaped(name), 100*float64(c.time)/float64(all), x, y, wide-0.5, row-1, colour(name))
	room := int((wide - 6) / letter)
	if len(name) > room {
		_, name, _ = strings.Cut(name, ".") // of what package it is its colour tells
	}
	if room >= 3 {
		fmt.Fprintf(w, `<text x="%.1f" y="%d">%s</text>`, x+3, y+12, escaped(name[:min(room, len(name))]))
	}
	fmt.Fprintln(w, "</g>")
	calls := slices.SortedFunc(maps.Values(c.calls), func(a, b *call) int {
		return cmp.Or(cmp.Compare(b.time, a.time), cmp.Compare(a.name, b.name))
	})
	for _, next := range calls {
		part := wide * float64(next.time) / float64(c.time)
		if part >= least {
			bar(w, next, all, x, y+row, part)
		}
		x += part
	}
}

// colour is of a function's package, and grey for Go's own.
func colour(name string) string {
	of, _, _ := strings.Cut(name, ".")
	if of == "runtime" || of == "syscall" {
		return "#ddd"
	}
	h := fnv.New32a()
	h.Write([]byte(of))
	return fmt.Sprintf("hsl(%d 70%% 75%%)", h.Sum32()%360)
}

func escaped(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // which a builder never refuses
	return b.String()
}
