package capture

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/registry"
)

//go:embed dissector.lua
var dissector string

// dissectorHead is how a dissector begins.
const dissectorHead = "-- Driftlab's datagrams for Wireshark and tshark, written by " + application + " run -dissector.\n"

// IsDissector says whether a file is one that [Dissector] has made.
func IsDissector(f io.ReaderAt) bool { return hasHead(f, dissectorHead, "") }

// Dissector returns a script in Lua with which Wireshark and tshark (4.0 or later) show the fields of datagrams, with these
// clocks' names. What it knows of the format is written from what this program's own readers go by; see docs/traces.md.
func Dissector(clocks []registry.Algorithm) string {
	var b strings.Builder
	b.WriteString(dissectorHead + "-- wireshark -X lua_script:FILE, or put it into the folder of personal Lua plugins.\n\n")
	layout := game.WireLayout()
	b.WriteString("local number = {\n")
	for _, n := range layout.Numbers {
		fmt.Fprintf(&b, "  [%s] = %d,\n", quoted(n.Name), n.Value)
	}
	fmt.Fprintf(&b, "}\nlocal wire = {\n  port = %d,\n  kinds = {\n", netsim.FirstPort)
	for kind := game.KindHello; kind < game.KindCount; kind++ {
		k := layout.Kinds[kind]
		fmt.Fprintf(&b, "    {name = %s, stampless = %t, more = %t, fields = {%s}},\n", quoted(kind.String()), k.Stampless, k.More, wireFields(k.Fields))
	}
	fmt.Fprintf(&b, "  },\n  timeline = {%s},\n  sight = {%s},\n  messages = {\n", wireFields(layout.Timeline), wireFields(layout.Sight))
	for _, kind := range netsync.MessageKinds() {
		fmt.Fprintf(&b, "    {name = %s, fields = {%s}},\n", quoted(kind.String()), messageFields(kind.Fields()))
	}
	b.WriteString("  },\n  clocks = {\n")
	for _, c := range clocks {
		fmt.Fprintf(&b, "    [%d] = %s,\n", c.ID, quoted(c.Name))
	}
	b.WriteString("  },\n}\n" + dissector)
	return b.String()
}

func wireFields(fields []game.WireField) string {
	var all []string
	for _, f := range fields {
		lo, hi := fmt.Sprint(f.Min), fmt.Sprint(f.Max)
		if f.Bytes == 8 {
			lo, hi = int64Of(f.Min), int64Of(f.Max)
		}
		all = append(all, fmt.Sprintf("{name = %s, bytes = %d, signed = %t, min = %s, max = %s}", quoted(f.Name), f.Bytes, f.Signed, lo, hi))
	}
	return strings.Join(all, ", ")
}

func messageFields(fields []netsync.MessageField) string {
	var all []string
	for _, f := range fields {
		bounds := ""
		if f.Bytes == 8 {
			bounds = fmt.Sprintf(", min = %s, max = %s", int64Of(-netsync.MaxClock), int64Of(netsync.MaxClock))
		}
		if f.Name == "length" {
			bounds = fmt.Sprintf(", min = 1, max = %d", netsync.MaxNote)
		}
		all = append(all, fmt.Sprintf("{name = %s, bytes = %d%s}", quoted(f.Name), f.Bytes, bounds))
	}
	return strings.Join(all, ", ")
}

// int64Of writes a number that Lua's own, which are floats in Wireshark 4.0, need not hold.
func int64Of(v int64) string { return fmt.Sprintf("Int64.fromhex(\"%016x\")", uint64(v)) }

// quoted writes a text as Lua reads it, whatever is in it.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(text) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, "\\%03d", c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
