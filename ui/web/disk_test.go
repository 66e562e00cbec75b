package web

import (
	"os/exec"
	"strings"
	"testing"
)

// twoPages runs the disk of two pages that one browser keeps settings for.
const twoPages = `
const vm = require("vm"), source = require("fs").readFileSync("static/disk.js", "utf8"), kept = new Map([["driftlab.settings", "scale = 110\n"]]);
const page = () => {
	const world = vm.createContext({ TextEncoder, TextDecoder, console, localStorage: { getItem: k => kept.get(k) ?? null, setItem: (k, v) => void kept.set(k, v) } });
	vm.runInContext(source, world);
	const call = (what, ...args) => { let out; world.fs[what](...args, (err, value) => { if (err) throw err; out = value; }); return out; };
	const file = "/home/.config/driftlab/settings.toml";
	return {
		read() {
			const fd = call("open", file, 0, 0), b = new Uint8Array(100), n = call("read", fd, b, 0, 100, null);
			call("close", fd);
			return new TextDecoder().decode(b.subarray(0, n));
		},
		write(text) {
			const fd = call("open", file + ".1.partial", 0o102, 0o600), b = new TextEncoder().encode(text);
			call("write", fd, b, 0, b.length, null);
			call("close", fd);
			call("rename", file + ".1.partial", file);
		},
		aside: () => call("link", file, file + ".bad"),
	};
};
const one = page(), other = page();
one.write(one.read() + "volume = 50\n");
other.write(other.read() + "step = 2\n");
other.aside();
console.log(JSON.stringify([one.read(), kept.get("driftlab.settings.bad"), [...kept.keys()].length]));
`

func TestTwoPagesReadWhatTheOtherHasKept(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no Node here")
	}
	out, err := exec.Command(node, "-e", twoPages).CombinedOutput()
	const want = `["scale = 110\nvolume = 50\nstep = 2\n","scale = 110\nvolume = 50\nstep = 2\n",2]`
	if got := strings.TrimSpace(string(out)); err != nil || got != want {
		t.Errorf("%v: the pages keep %s, want %s", err, got, want)
	}
}
