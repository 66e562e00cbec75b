//go:build !js

package ports

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/netsync/midline"
)

// Go's sums turn over silently; C's must not, a program in C# that is compiled with -checked ends there, and TypeScript has no times beyond ±2^62.
func TestPortsSayWhatMidlineSaysAtTheLimitsOfAClock(t *testing.T) {
	t.Parallel()
	c, cs, ts := []string{sanitised.build(t, "c/talk.c")}, csharp(t, "csharp/Talk.cs", "-checked"), typescript(t, "talk.mjs")
	for what, at := range map[string]struct{ client, host time.Duration }{ // the clocks' readings at the start
		"the client's turns over":                  {math.MaxInt64 - 20*time.Second, 0},
		"the host's turns over":                    {0, math.MaxInt64 - 20*time.Second},
		"both turn over":                           {math.MaxInt64 - 25*time.Second, math.MaxInt64 - 20*time.Second},
		"both begin at the least number":           {math.MinInt64, math.MinInt64},
		"the client's leaves what the wire has":    {1<<62 - 20*time.Second, 0},
		"the host's comes into what the wire has":  {0, -1<<62 - 20*time.Second},
		"both stay just within what the wire has":  {1<<62 - 61*time.Second, -1 << 62},
		"both stay just within it, the other ends": {-1 << 62, 1<<62 - 61*time.Second},
	} {
		t.Run(what, func(t *testing.T) {
			for seed := range uint64(testkit.LongCount(1, 20)) {
				q := newQuarrel(t, seed)
				within := strings.Contains(what, "within")
				q.local, q.ahead, q.calm = at.client, at.host, within
				if within {
					q.skew, q.lies = 0, false
				}
				lines := q.run(t, 12_000, int(seed%4))
				t.Run("C", func(t *testing.T) { told(t, lines, c...) })
				t.Run("C#", func(t *testing.T) { told(t, lines, cs...) })
				if within {
					t.Run("TypeScript", func(t *testing.T) { told(t, lines, ts...) })
				}
			}
		})
	}
}

// What a program in TypeScript gives the module of another kind or size than it takes is named, and changes nothing.
func TestTheModuleInTypeScriptNamesWhatItCannotTake(t *testing.T) {
	t.Parallel()
	folder := filepath.Dir(typescript(t, "talk.mjs")[1])
	file := filepath.Join(folder, "wrong.mjs")
	filetest.Write(t, file, `
import { Client, Clock, Peer, stampOf } from "./midline.js";
const clock = new Clock(), client = new Client(), peer = new Peer(), data = new Uint8Array([0x10, 0, 0, 1]);
const calls = [() => new Client({ wander: 30 }), () => new Clock({ wander: 0n }), () => new Client({ asymmetry: 10_000_000_001n }), () => client.now(1),
  () => client.now(2n ** 70n), () => client.packet(-(2n ** 62n) - 1n), () => client.packet(), () => client.received(data, 0n, 16), () => client.received(data.buffer, 0n),
  () => peer.received(data, "0"), () => peer.packet(2026n, 0n), () => peer.packet(2 ** 32, 0n), () => peer.packet(0.5, 0n), () => peer.report(NaN),
  () => clock.datagram(1n, 0n), () => clock.told(1n << 48n, 0, 0n), () => clock.told(0, 0, 0n), () => clock.answer(1, 0n, 0n, 0, 0n), () => clock.wake(null),
  () => clock.time(2n ** 62n + 1n), () => clock.status(1.5), () => clock.forget(0), () => clock.answers(65536, 0n), () => stampOf(8000)];
for (const call of calls) {
  try { call(); console.log("nothing"); } catch (e) { console.log(e.name + ": " + e.message); }
}
console.log(client.received(data, -(2n ** 62n), 2n ** 62n), client.now(2n ** 62n).known);
`)
	out, err := exec.Command("node", file).CombinedOutput()
	const far = "-4611686018427387904..4611686018427387904"
	want := []string{
		"TypeError: wander: a bigint is needed, not number", "RangeError: wander: 0 is outside 1..10000",
		"RangeError: asymmetry: 10000000001 is outside 0..10000000000", "TypeError: now: a bigint is needed, not number",
		"RangeError: now: 1180591620717411303424 is outside " + far, "RangeError: now: -4611686018427387905 is outside " + far,
		"TypeError: now: a bigint is needed, not undefined", "TypeError: before: a bigint is needed, not number", "TypeError: data: a Uint8Array is needed",
		"TypeError: now: a bigint is needed, not string", "TypeError: host: a number is needed, not bigint",
		"RangeError: host: 4294967296 is no whole number in 0..4294967295", "RangeError: host: 0.5 is no whole number in 0..4294967295",
		"TypeError: now: a bigint is needed, not number", "TypeError: stamp: a number is needed, not bigint",
		"RangeError: floor: 281474976710656 is outside 0..281474976710655", "TypeError: floor: a bigint is needed, not number",
		"TypeError: t3: a bigint is needed, not number", "TypeError: now: a bigint is needed, not null",
		"RangeError: now: 4611686018427387905 is outside " + far, "TypeError: now: a bigint is needed, not number",
		"TypeError: now: a bigint is needed, not number", "RangeError: number: 65536 is no whole number in 0..65535",
		"TypeError: now: a bigint is needed, not number", "4 false",
	}
	if got := strings.TrimSpace(string(out)); err != nil || got != strings.Join(want, "\n") {
		t.Errorf("%v, it says\n%s\nwant\n%s", err, got, strings.Join(want, "\n"))
	}
}

// What a constant may be is the same in all languages.
func TestPortsTakeTheConstantsThatMidlineTakes(t *testing.T) {
	t.Parallel()
	dir := written(t, map[string]string{"constants.c": `
#define MIDLINE_IMPLEMENTATION
#include "midline.h"
#include <stdio.h>
#include <stdlib.h>
int main(int n, char **of) {
	static midline_client c;
	midline_config cfg = {0, 0, 0, 0, 0, 0};
	for (int i = 1; i + 2 < n; i += 3) {
		cfg.wander_ppb = strtoll(of[i], NULL, 10);
		cfg.asymmetry_ns = strtoll(of[i + 1], NULL, 10);
		cfg.grain_ns = strtoll(of[i + 2], NULL, 10);
		puts(midline_client_init(&c, &cfg) ? "no" : "yes");
	}
}
`, "Constants.cs": `
using System;
static class Program {
	static void Main(string[] of) {
		for (int i = 0; i + 2 < of.Length; i += 3) {
			var cfg = Midline.Config.Default;
			cfg.WanderPpb = long.Parse(of[i]);
			cfg.AsymmetryNs = long.Parse(of[i + 1]);
			cfg.GrainNs = long.Parse(of[i + 2]);
			try { new Midline.Client(cfg); Console.WriteLine("yes"); } catch (ArgumentOutOfRangeException) { Console.WriteLine("no"); }
		}
		Wrong(() => new Midline.Peer().Packet(new byte[47], 1, 0));
		Wrong(() => new Midline.Client().Received(new byte[9], 5, 5, 0));
		Wrong(() => new Midline.Client().Received(null, 0, 0, 0));
	}
	static void Wrong(Action act) {
		try { act(); } catch (ArgumentException e) { Console.WriteLine(e.GetType().Name + " " + e.ParamName); }
	}
}
`, "constants.mjs": `
import { Client } from "./midline.js";
for (let i = 2; i + 2 < process.argv.length; i += 3) {
  try { new Client({ wander: BigInt(process.argv[i]), asymmetry: BigInt(process.argv[i + 1]), grain: BigInt(process.argv[i + 2]) }); console.log("yes"); } catch { console.log("no"); }
}
`})
	var args, want []string
	for _, of := range [][3]int64{{0, 0}, {1, 0}, {10_000, 10_000_000_000}, {10_001, 0}, {30, -1}, {30, 10_000_000_001}, {math.MinInt64, math.MaxInt64},
		{30, 0, 4_000_000_000}, {30, 0, 4_000_000_001}, {30, 0, -1}} {
		cfg := midline.DefaultConfig()
		cfg.Wander, cfg.Asymmetry, cfg.Grain = of[0], time.Duration(of[1]), time.Duration(of[2])
		says := "yes"
		if _, err := midline.NewClient(cfg); err != nil {
			says = "no"
		}
		args, want = append(args, fmt.Sprint(of[0]), fmt.Sprint(of[1]), fmt.Sprint(of[2])), append(want, says)
	}
	says := func(what string, program, want []string) {
		t.Run(what, func(t *testing.T) {
			out, err := exec.Command(program[0], append(program[1:], args...)...).CombinedOutput()
			if err != nil || strings.TrimSpace(string(out)) != strings.Join(want, "\n") {
				t.Errorf("%v, it says %s, want %q", err, out, want)
			}
		})
	}
	says("C", []string{gcc.build(t, filepath.Join(dir, "constants.c"), "-I", "c")}, want)
	says("C#", csharp(t, filepath.Join(dir, "Constants.cs")), append(want, "ArgumentOutOfRangeException head", "ArgumentOutOfRangeException data", "ArgumentNullException data"))
	node := filepath.Dir(typescript(t, "talk.mjs")[1])
	filetest.Write(t, filepath.Join(node, "constants.mjs"), read(t, filepath.Join(dir, "constants.mjs")))
	says("TypeScript", []string{"node", filepath.Join(node, "constants.mjs")}, want)
}
