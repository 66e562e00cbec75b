package scenario_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
)

func TestBadScenariosAreRefusedByFileLineAndRange(t *testing.T) {
	t.Parallel()
	const head = "format = 3\n"
	for _, test := range []struct{ name, text, want string }{
		{"no format", "seed = 1\n", `scenario "x.toml": format: is missing \(allowed: 1..3\)`},
		{"other format", "\nformat = 4\n", `scenario "x.toml", line 2: format: 4 is outside 1..3`},
		{"unknown key", head + "colour = 3\n", `scenario "x.toml", line 2: unknown key "colour"`},
		{"unknown table", head + "[colours]\nred = 1\n", `line [23]: unknown key "colours.*" `},
		{"unknown key of an event", head + "[[event]]\nat = '1s'\nwhy = 1\n", `line 4: unknown key "event.why"`},
		{"unknown setting", head + "[set]\n\"link.up.colour\" = 1\n", `line 3: unknown key "link.up.colour"`},
		{"unknown setting of an event", head + "[[event]]\nat = '1s'\n[event.set]\nlink.speed = 1\n", `line 5: unknown key "link.speed"`},
		{"out of range", head + "[set]\nlink.up.loss = 1.4\n", `scenario "x.toml", line 3: link.up.loss: 1.4 is outside 0..1`},
		{"out of range in the second event", head + "[[event]]\nat='1s'\n[[event]]\nat='2s'\n[event.set]\n\"client.skew\"=1e9\n",
			`line 7: client.skew: 1e\+09 is outside -100000..100000`},
		{"negative", head + "[set]\nlink.up.delay = '-1ms'\n", `line 3: link.up.delay: -1ms is outside 0s..30s`},
		{"NaN", head + "[set]\nlink.up.loss = nan\n", `line 3: link.up.loss: "NaN" is not a number \(range 0..1\)`},
		{"NaN as text", head + "[set]\nclient.skew = 'nan'\n", `line 3: client.skew: "nan" is not a number \(range -100000..100000\)`},
		{"infinite", head + "[set]\nclient.dilation = inf\n", `line 3: client.dilation: \+Inf is outside 0..10`},
		{"huge", head + "[set]\nclient.dilation = '1e400'\n", `line 3: client.dilation: .*range 0..10|line 3: .* is outside 0..10`},
		{"no unit", head + "[set]\nlink.up.delay = 80\n", `line 3: link.up.delay: "80" is not a duration with its unit, such as 80ms \(range 0s..30s\)`},
		{"unknown algorithm", head + "[set]\nclient.algorithm = 'sundial'\n", `line 3: client.algorithm: "sundial" is unknown \(nearest: `},
		{"no text", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", `scenario "x.toml": it is not text; scenarios, logs and shared sessions are`},
		{"unknown distribution", head + "[set]\nlink.distribution = 'odd'\n", `line 3: link.up.distribution: "odd" is unknown \(allowed: uniform, normal, exponential, pareto, lognormal, gamma\)`},
		{"fraction of a packet", head + "[set]\nlink.queue-packets = 2.5\n", `line 3: link.up.queue-packets: 2.5 is not a whole number of packets \(range 0..100000\)`},
		{"small MTU", head + "[set]\nlink.up.mtu = 575\n", `line 3: link.up.mtu: 575 is outside 0\|576..65535`},
		{"short interval of outages", head + "[set]\nlink.outage.every = '5ms'\n", `line 3: link.up.outage.every: 5ms is outside 0s\|10ms..1h0m0s`},
		{"share above 1", head + "[set]\nlink.down.duplicate = '101%'\n", `line 3: link.down.duplicate: 101% is outside 0%..100%`},
		{"probability below 0", head + "[set]\nlink.down.chain.good = -0.1\n", `line 3: link.down.chain.good: -0.1 is outside 0..1`},
		{"correlation of 1", head + "[set]\nlink.correlation = 1\n", `line 3: link.up.correlation: 1 is outside 0..0.999`},
		{"heat", head + "[set]\nclient.temperature = '85.5°C'\n", `line 3: client.temperature: 85.5°C is outside -40..85`},
		{"wander", head + "[set]\nclient2.wander = -1\n", `line 3: client2.wander: -1 is outside 0..1000`},
		{"Allan deviation of a second", head + "[set]\nclient2.wander = '10ppb@1ms'\n", `line 3: client2.wander: averaging time: 1ms is outside 1s..8784h0m0s`},
		{"Allan deviation of no time", head + "[set]\nclient.wander = '10ppb@1'\n", `line 3: client.wander: "10ppb@1" has no averaging time with its unit, such as 10ppb@1h \(range 1s..8784h0m0s\)`},
		{"Allan deviation without a unit", head + "[set]\nclient.wander = '1e-8@1h'\n", `line 3: client.wander: "1e-8@1h" is not an Allan deviation in ppb or ppm, such as 10ppb@1h \(range 0ppb..577350ppb at 1h0m0s\)`},
		{"great Allan deviation", head + "[set]\nclient.wander = '577351ppb@1h'\n", `line 3: client.wander: 577351ppb@1h is outside 0ppb..577350ppb at 1h0m0s`},
		{"negative Allan deviation", head + "[set]\nclient.wander = '-1ppm@1h'\n", `line 3: client.wander: -1ppm@1h is outside 0ppb..577350ppb at`},
		{"NaN as an Allan deviation", head + "[set]\nclient.wander = 'NaNppm@1h'\n", `line 3: client.wander: NaNppm@1h is outside 0ppb..`},
		{"unknown state", head + "[set]\nclient.sleep = 'dozing'\n", `line 3: client.sleep: "dozing" is unknown \(allowed: awake, asleep, asleep-counting\)`},
		{"rebind", head + "[[event]]\nat = '2s'\nrebind = 'host'\n", `line 4: rebind: "host" is unknown \(allowed: all, client1, client2, …\)`},
		{"rebind of no one", head + "clients = 2\n[[event]]\nat = '2s'\nrebind = 'client3'\n", `line 5: event 1: rebind: client 3 is outside 1..2`},
		{"missing file", head + "[set]\nlink.trace = 'nowhere.trace'\n", `line 3: link.up.trace: "nowhere.trace": a shared text has no folder`},
		{"value and table", head + "[set]\nlink.up.queue = 9000\nlink.up.queue.packets = 3\n", `line 4: .*queue`},
		{"burst of less than a packet", head + "[set]\nlink.up.loss-burst = 0.5\n", `line 3: link.up.loss-burst: 0.5 is outside 1..1000`},
		{"loss of both ways beyond its bursts", head + "[set]\nlink.rate = 0\nlink.loss = 0.9\nlink.loss-burst = 3\nlink.down.delay = '1ms'\n",
			`line 4: client1.link.up.loss: 0.9 is outside 0..0.666667, all that bursts of 3`},
		{"loss of a client beyond its bursts", head + "[set]\nlink.loss-burst = 3\n[set.client2]\nskew = 1\nlink.loss = 0.9\n", `line 6: client2.link.up.loss: 0.9 is outside`},
		{"loss of a client one way beyond its bursts", head + "[set]\nlink.loss = 0.1\nlink.loss-burst = 3\nclient2.link.down.loss = 0.9\n", `line 5: client2.link.down.loss: 0.9 is outside`},
		{"bursts of an event too short for the loss", head + "[set]\nlink.loss = 0.9\n[[event]]\nat = '1s'\n[event.set]\nlink.delay = '1ms'\nclient3.link.loss-burst = 3\n",
			`line 8: event 1: client3.link.up.loss: 0.9 is outside`},
		{"bursts of an event too short for keyframes", head + "[set]\nlink.loss-burst = 20\n[[keyframes]]\nkey = 'link.up.loss'\npoints = [['1s', 0], ['2s', 0.9]]\n[[event]]\nat = '1s'\n[event.set]\nlink.up.loss-burst = 2\n",
			`line 10: event 1: client1.link.up.loss: 0.9 is outside 0..0.5, all that bursts of 2`},
		{"rate of another unit", head + "[set]\nlink.down.rate = '5MB'\n", `line 3: link.down.rate: "5MB" has an unknown unit \(allowed: kbit, Mbit, Gbit, bit/s\) \(range 0..10000000000\)`},
		{"small queue", head + "[set]\nlink.up.queue = '1kB'\n", `line 3: link.up.queue: 1kB is outside 1.5kB..100000kB`},
		{"loss beyond its bursts", head + "[set]\nlink.down.loss = '80%'\nlink.down.loss-burst = 4\n",
			`line 3: client1.link.down.loss: 0.8 is outside 0..0.75, all that bursts of 4 packets can make`},
		{"loss beyond its bursts in an event", head + "[set]\nlink.loss-burst = 4\n[[event]]\nat = '1s'\n[event.set]\nlink.up.loss = 0.9\n",
			`line 7: event 1: client1.link.up.loss: 0.9 is outside 0..0.75, all that bursts`},
		{"truth value", head + "[set]\nlink.up.loss = true\n", `line 3: link.up.loss: true is neither a text nor a number`},
		{"client of a key of the world", head + "[set]\nclient1.tick.rate = 30\n", `line 3: client1.tick.rate: there is one for the session, not one per client`},
		{"client beyond all", head + "[set]\nclient65.skew = 1\n", `line 3: client65.skew: client: "65" is outside 1..64`},
		{"client that there is not", head + "clients = 2\n[set]\nclient3.skew = 1\n", `client3.skew: client 3 is outside 1..2`},
		{"set twice", head + "[set]\nlink.up.loss = 0.1\n\"link.up.loss\" = 0.2\n", `line 4: link.up.loss: is set twice`},
		{"wrong type", head + "clients = 'three'\n", `line 2: clients: "three" is not a whole number \(range 1..64\)`},
		{"wrong type of a table", head + "set = 3\n", `line 2: set: 3 is not a table`},
		{"wrong type of an event's table", head + "[[event]]\nat='1s'\nset = 3\n", `line 4: set: 3 is not a table`},
		{"wrong type of the events", head + "event = 3\n", `line 2: event: 3 is not an array of tables`},
		{"events that are no tables", head + "event = [3]\n", `line 2: event: 3 is not a table`},
		{"number for a duration", head + "duration = 60\n", `line 2: duration: 60 is not a duration with its unit, such as 60s`},
		{"number for a time", head + "[[event]]\nat = 4\n", `line 3: at: 4 is not a duration with its unit, such as 4s`},
		{"fraction for a number", head + "clients = 3.0\n", `line 2: clients: 3.0 is not a whole number \(range 1..64\)`},
		{"fraction of a rate", head + "[set]\ntick.rate = 59.6\n", `line 3: tick.rate: 59.6 is not a whole number of Hz \(range `},
		{"number for a name", head + "name = 3\n", `line 2: name: 3 is not a text`},
		{"table for a name", head + "name = {a = 3}\n", `line 2: name: a table is not a text`},
		{"number for the format", "format = 1.5\n", `line 1: format: 1.5 is not a whole number`},
		{"number for a rejoin", head + "[[event]]\nat = '1s'\nrejoin = 1\n", `line 4: rejoin: 1 is unknown \(allowed: all, client1, client2, …\)`},
		{"number for a truth value", head + "[[event]]\nat = '1s'\nplayer = 1\nrelease = 1\n", `line 5: release: 1 is neither true nor false`},
		{"number for buttons", head + "[[event]]\nat = '1s'\nplayer = 1\nhold = 3\n", `line 5: hold: 3 is not a text`},
		{"asks without a caption", head + "[[event]]\nat = '1s'\nasks = true\n", `line 4: asks: there is no caption`},
		{"hold and release", head + "[[event]]\nat = '1s'\nplayer = 1\nhold = 'left'\nrelease = true\n", `line 2: hold, release: one of the two has to be done`},
		{"after a header with a comment", head + "[[event]] # one\nat='1s'\n[[event]] # [two]\nat='2s'\n[event.set] # \"\nclient.skew=1e9\n",
			`line 7: client.skew: 1e\+09 is outside`},
		{"after a text of several lines", head + "title = \"\"\"\n[set]\nseed = '\\\"\"\"'\n\"\"\"\"\nname = '''\n#'''\nclients = 65\n", `line 8: clients: 65 is outside`},
		{"inline tables", head + "event = [\n  {at='1s'}, # [\n  {at='2s', set={link.up={loss=2}}},\n]\n", `line 4: link.up.loss: 2 is outside 0..1`},
		{"nested tables", head + "[set]\na.b.c.d.e.f.g.h = 1\n", `line 3: it is nested deeper than 8`},
		{"nested arrays", head + "title =\"]\"\nname = " + strings.Repeat("[", 1<<20) + "\n", `line 3: it is nested deeper than 8`},
		{"long key", head + strings.Repeat("x", 1<<20) + " = 1\n", `^.{0,30}line 2: unknown key "x+ … .*$`},
		{"long value", head + "[set]\nlink.loss = '" + strings.Repeat("7", 1<<20) + "'\n", `^.{0,30}line 3: link.up.loss: "7+ … 7+" is not a number \(range 0..1\)$`},
		{"long text", head + "duration = '" + strings.Repeat("é", 1<<20) + "'\n", `^.{0,30}line 2: duration: "é+ … é+" is not a duration with its unit, such as 60s$`},
		{"two spellings", head + "seed = 1\nSeed = 2\n", `line 3: unknown key "Seed"`},
		{"setting that is a table", head + "[set]\nlink.up.loss.x = 2\n", `line 3: unknown key "link.up.loss.x"`},
		{"bad TOML", head + "[set\nseed = 3\n", `scenario "x.toml", line [23]: `},
		{"key given twice", head + "seed = 1\nseed = 2\n", `line 3: .*seed`},
		{"seed", head + "seed = -1\n", `line 2: seed: -1 is outside 0..9223372036854775807`},
		{"huge seed", head + "seed = 9223372036854775808\n", `line 2: .*seed.*out of range`},
		{"clients", head + "clients = 65\n", `line 2: clients: 65 is outside 1..64`},
		{"no clients", head + "clients = 0\n", `line 2: clients: 0 is outside 1..64`},
		{"duration", head + "duration = 'soon'\n", `line 2: duration: "soon" is not a duration with its unit, such as 60s`},
		{"long duration", head + "duration = '9000h'\n", `line 2: duration: 9000h0m0s is outside 1ns..8784h0m0s`},
		{"no duration", head + "duration = '0s'\n", `line 2: duration: 0s is outside 1ns..8784h0m0s`},
		{"empty duration", head + "duration = ''\n", `line 2: duration: "" is not a duration`},
		{"event without a time", head + "[[event]]\ncaption = 'x'\n", `line 2: at: "" is not a duration with its unit, such as 4s`},
		{"event before the start", head + "[[event]]\nat = '-1s'\n", `line 3: event 1: at: -1s is outside 0s..8784h0m0s`},
		{"events out of order", head + "[[event]]\nat = '2s'\n[[event]]\nat = '1s'\n", `line 5: event 2: at: 1s is before the event above it, at 2s`},
		{"fixed key in an event", head + "[[event]]\nat = '2s'\n[event.set]\ntick.rate = 30\n", `tick.rate: can only be set before the start`},
		{"rejoin", head + "[[event]]\nat = '2s'\nrejoin = 'client0'\n", `line 4: rejoin: "client0" is unknown \(allowed: all, client1, client2, …\)`},
		{"rejoin of no one", head + "clients = 2\n[[event]]\nat = '2s'\nrejoin = 'client3'\n", `rejoin: client 3 is outside 1..2`},
		{"hold without a player", head + "[[event]]\nat = '2s'\nhold = 'left'\n", `line 2: hold, release: there is no player`},
		{"bots without a tick", head + "[[event]]\nat = '2s'\nbots = '1'\n", `line 4: bots: "1" is not a player, a tick and buttons`},
		{"bots of nobody", head + "[[event]]\nat = '2s'\nbots = '65 1 left'\n", `line 4: bots: player "65" is outside 0..64`},
		{"bots before all ticks", head + "[[event]]\nat = '2s'\nbots = '0 -1'\n", `line 4: bots: tick "-1" is outside 0..1000000000000`},
		{"unknown button of bots", head + "[[event]]\nat = '2s'\nbots = '0 1 up'\n", `line 4: bots: "up" is unknown \(allowed: left, right, jump, fire\)`},
		{"unknown button", head + "[[event]]\nat = '2s'\nplayer = 1\nhold = 'left up'\n", `line 5: hold: "up" is unknown \(allowed: left, right, jump, fire\)`},
		{"player that there is not", head + "[[event]]\nat = '2s'\nplayer = 7\nhold = ''\n", `player: 7 is outside 0..3`},
		{"player who does nothing", head + "[[event]]\nat = '2s'\nplayer = 1\n", `line 2: hold, release: one of the two has to be done`},
		{"keyframes of an unknown key", head + "[[keyframes]]\nkey = 'host.colour'\npoints = [['1s', 1], ['2s', 2]]\n", `line 3: key: unknown key "host.colour"`},
		{"keyframes of a choice", head + "[[keyframes]]\nkey = 'platform.time'\npoints = [['1s', 'server'], ['2s', 'near']]\n", `line 3: key: platform.time: keyframes cannot move it`},
		{"keyframes of a fixed key", head + "[[keyframes]]\nkey = 'tick.rate'\npoints = [['1s', 10], ['2s', 20]]\n", `line 3: key: tick.rate: keyframes cannot move it`},
		{"keyframes of a file", head + "[[keyframes]]\nkey = 'link.trace'\npoints = [['1s', 'a'], ['2s', 'b']]\n", `line 3: key: link.trace: keyframes cannot move it`},
		{"keyframes of bursts", head + "[[keyframes]]\nkey = 'link.up.loss-burst'\npoints = [['1s', 1], ['2s', 2]]\n", `line 3: key: link.up.loss-burst: keyframes cannot move it`},
		{"keyframes of no key", head + "[[keyframes]]\npoints = [['1s', 1], ['2s', 2]]\n", `line 2: key: unknown key ""`},
		{"keyframes of a client of the world", head + "[[keyframes]]\nkey = 'client1.host.dilation'\npoints = [['1s', 1], ['2s', 2]]\n", `line 3: .*there is one for the session, not one per client`},
		{"keyframes of a client that there is not", head + "[[keyframes]]\nkey = 'client4.skew'\npoints = [['1s', 1], ['2s', 2]]\n", `line 3: keyframes 1: key: client4.skew: client 4 is outside 1..3`},
		{"keyframes without points", head + "[[keyframes]]\nkey = 'host.dilation'\n", `line 2: points: is missing`},
		{"one keyframe", head + "[[keyframes]]\nkey = 'host.dilation'\npoints = [['1s', 1]]\n", `line 4: keyframes 1: points: 1 is outside 2..10000`},
		{"keyframe of three", head + "[[keyframes]]\nkey = 'host.dilation'\npoints = [['1s', 1],\n['2s', 2, 3]]\n", `line 5: points\[2\]: an array is not a time and a value, such as \["2s", 1\]`},
		{"keyframe without a unit", head + "[[keyframes]]\nkey = 'host.dilation'\npoints = [['1s', 1],\n[2, 2]]\n", `line 5: points\[2\]\[1\]: 2 is not a duration with its unit, such as 2s`},
		{"keyframes that do not rise", head + "[[keyframes]]\nkey = 'host.dilation'\npoints = [\n['2s', 1],\n['2s', 2]]\n", `line 6: keyframes 1: points\[2\]: 2s is not after the point before it, at 2s`},
		{"keyframe before the start", head + "[[keyframes]]\nkey = 'host.dilation'\npoints = [['-1s', 1], ['2s', 2]]\n", `line 4: keyframes 1: points\[1\]: -1s is outside 0s..8784h0m0s`},
		{"keyframe out of range", head + "[[keyframes]]\nkey = 'host.dilation'\npoints = [['1s', 1],\n['2s',\n11]]\n", `line 6: host.dilation: 11 is outside 0..10`},
		{"keyframe that is no number", head + "[[keyframes]]\nkey = 'host.dilation'\npoints = [['1s', 1], ['2s', [3]]]\n", `line 4: .*an array is neither a text nor a number`},
		{"keyframes twice", head + "[[keyframes]]\nkey = 'client.skew'\npoints = [['1s', 1], ['2s', 2]]\n[[keyframes]]\nkey = 'client2.skew'\npoints = [['3s', 1], ['4s', 2]]\n",
			`line 6: keyframes 2: key: client2.skew: keyframes 1 move it already`},
		{"keyframes beyond the bursts", head + "[set]\nlink.loss-burst = 4\n[[keyframes]]\nkey = 'link.up.loss'\npoints = [['1s', 0], ['2s', 0.9]]\n", `link.up.loss: 0.9 is outside 0..0.75`},
		{"unknown key of keyframes", head + "[[keyframes]]\nkey = 'client.skew'\nwhy = 1\n", `line 4: unknown key "keyframes.why"`},
		{"over no time", head + "[[event]]\nat = '1s'\nover = '0s'\n[event.set]\nclient.skew = 5\n", `line 4: over: 0s is outside 50ms..1h0m0s`},
		{"over less than no time", head + "[[event]]\nat = '1s'\nover = '-2s'\n[event.set]\nclient.skew = 5\n", `line 4: over: -2s is outside 50ms..1h0m0s`},
		{"over days", head + "[[event]]\nat = '1s'\nover = '49h'\n[event.set]\nclient.skew = 5\n", `line 4: over: 49h0m0s is outside 50ms..1h0m0s`},
		{"nothing over a time", head + "[[event]]\nat = '1s'\nover = '2s'\n", `line 4: event 1: over: the event sets nothing`},
		{"choice over a time", head + "[[event]]\nat = '1s'\nover = '2s'\n[event.set]\nclient.sleep = 'asleep'\n", `line 6: event 1: client.sleep: cannot change over a time, only at once`},
		{"loss beyond the bursts on its way", head + "[set]\nlink.loss = '90%'\nlink.loss-burst = 20\n[[event]]\nat = '1s'\nover = '4s'\n[event.set]\nlink.loss = '1%'\n[[event]]\nat = '2s'\n[event.set]\nlink.loss-burst = 1.5\n",
			`line 13: event 2: client1.link.up.loss: 0.6775 is outside`},
		{"push of no one", head + "[[event]]\nat = '1s'\npush = {x = 1}\n", `line 4: push.player: is missing|line 4: player: is missing`},
		{"push of a player that there is not", head + "[[event]]\nat = '1s'\npush = {player = 4, x = 1}\n", `line 4: event 1: push.player: 4 is outside 0..3`},
		{"hard push", head + "[[event]]\nat = '1s'\npush = {player = 1, y = 20.5}\n", `line 4: .*y: 20.5 is outside -20..20`},
		{"push by NaN", head + "[[event]]\nat = '1s'\npush = {player = 1, y = nan}\n", `line 4: .*y: NaN is outside -20..20`},
		{"move of no one", head + "[[event]]\nat = '1s'\nmove = {client = 4, way = 'up', kind = 'input', number = 1, by = '5ms'}\n", `line 4: event 1: move.client: 4 is outside 1..3`},
		{"move out of range", head + "[[event]]\nat = '1s'\nmove = {client = 1, way = 'up', kind = 'input', number = 1, by = '11s'}\n", `line 4: .*move.by: 11s is outside -10s..10s`},
		{"move without a time", head + "[[event]]\nat = '1s'\nmove = {client = 1, way = 'up', kind = 'input', number = 1}\n", `line 4: .*by: nothing is not a duration|line 4: .*by: `},
		{"move in no direction", head + "[[event]]\nat = '1s'\nmove = {client = 1, way = 'left', kind = 'input', number = 1, by = '5ms'}\n", `line 4: .*way: "left" is unknown \(allowed: up, down\)`},
		{"loss of an unknown kind", head + "[[event]]\nat = '1s'\nlose = {client = 1, way = 'up', kind = 'probe', number = 1}\n", `line 4: .*kind: "probe" is unknown \(nearest: `},
		{"loss of an unknown clock", head + "[[event]]\nat = '1s'\nlose = {client = 1, way = 'up', clock = 'sundial', number = 1}\n", `line 4: .*lose.clock: "sundial" is unknown`},
		{"loss of kind and clock", head + "[[event]]\nat = '1s'\nlose = {client = 1, way = 'up', clock = 'slot', kind = 'input', number = 1}\n", `line 4: .*lose: one of the two has to be said: kind, clock`},
		{"loss of number 0", head + "[[event]]\nat = '1s'\nlose = {client = 1, way = 'up', clock = 'slot', number = 0}\n", `line 4: .*number: 0 is outside 1..1000000000000`},
		{"loss with a time", head + "[[event]]\nat = '1s'\nlose = {client = 1, way = 'up', clock = 'slot', number = 1, by = '5ms'}\n", `line 4: .*unknown key "event.lose.by"`},
		{"push by a text", head + "[[event]]\nat = '1s'\npush = {player = 1, x = 'far'}\n", `line 4: .*x: "far" is not a number \(range -20..20\)`},
		{"push that is no table", head + "[[event]]\nat = '1s'\npush = 3\n", `line 4: push: 3 is not a table`},
		{"unknown key of a push", head + "[[event]]\nat = '1s'\npush = {player = 1, z = 3}\n", `line 4: unknown key "event.push.z"`},
		{"nothing said", head + "[[event]]\nat = '1s'\nsay = {player = 1}\n", `line 4: event 1: say.text: 0 bytes is outside 1..100`},
		{"much said", head + "[[event]]\nat = '1s'\nsay = {player = 1, text = '" + strings.Repeat("é", 51) + "'}\n", `line 4: event 1: say.text: 102 bytes is outside 1..100`},
		{"control characters said", head + "[[event]]\nat = '1s'\nsay = {player = 1, text = \"a\\u202Eb\"}\n", `line 4: event 1: say.text: .* has the control character U\+202E`},
		{"said by no one", head + "[[event]]\nat = '1s'\nsay = {player = 9, text = 'a'}\n", `line 4: event 1: say.player: 9 is outside 0..3`},
		{"leave of no one", head + "[[event]]\nat = '1s'\nleave = 'client4'\n", `line 4: event 1: leave: client 4 is outside 1..3`},
		{"join of no one", head + "[[event]]\nat = '1s'\njoin = 'host'\n", `line 4: join: "host" is unknown`},
		{"small budget", head + "[set]\nsnapshot.budget = 1999\n", `line 3: snapshot.budget: 1999 is outside 0\|2000..1000000000`},
		{"slow inputs", head + "[set]\ninput.rate = 1\n", `line 3: input.rate: 1 is outside 0\|2..128`},
		{"long rewind", head + "[set]\nhits.rewind = '1.1s'\n", `line 3: hits.rewind: 1.1s is outside 0s..1s`},
		{"short timeout", head + "[set]\njoin.timeout = '0.9s'\n", `line 3: join.timeout: 0.9s is outside 1s..1h0m0s`},
		{"all late", head + "[set]\nbuffer.late = '51%'\n", `line 3: buffer.late: 51% is outside 0.1%..50%`},
		{"not text", head + "name = \"\xff\"\n", `scenario "x.toml"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			sc, err := scenario.Parse("x.toml", test.text)
			if err == nil {
				t.Fatalf("accepted as %+v", sc)
			}
			if !strings.HasPrefix(err.Error(), `scenario "x.toml"`) || !regexp.MustCompile(test.want).MatchString(err.Error()) ||
				strings.Contains(err.Error(), "\n") || len([]rune(err.Error())) > scenario.MaxLine+60 {
				t.Errorf("got  %.1000v\nwant %s", err, test.want)
			}
		})
	}
}

func TestLoadTellsWhatIsMissing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	big := filepath.Join(dir, "big.toml")
	filetest.Write(t, big, "")
	check(t, os.Truncate(big, scenario.MaxFile+1))
	beyond := systemSays(filepath.Join(big, "x"))
	if runtime.GOOS == "windows" { // where it is a file that is not there
		beyond = "no such file"
	}
	for path, want := range map[string]string{
		"nowhere":               `scenario "nowhere": no such file, and no scenario of the program has this name (`,
		dir:                     "not a file",
		big:                     "16777217 bytes is outside 0..16777216",
		filepath.Join(big, "x"): beyond,
	} {
		if _, err := scenario.Load(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), fmt.Sprintf("%q", path)) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestAPathThatLeadsNowhereIsNoNameOfAScenario(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"nowhere.toml", filepath.Join(string(filepath.Separator), "no", "where"), "no/where.session.toml"} {
		if _, err := scenario.Load(path); err == nil || err.Error() != fmt.Sprintf("scenario %q: no such file", path) {
			t.Errorf("got %v", err)
		}
	}
}

func TestEveryScenarioOfTheProgramIsSound(t *testing.T) {
	t.Parallel()
	for _, name := range assets.ScenarioNames() {
		_, file, src, err := assets.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		worlds, err := scenario.ParseWorlds(name, file, src)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, sc := range worlds {
			loaded, err := scenario.Load(sc.Name)
			if err != nil || loaded.Text() != sc.Text() {
				t.Errorf("%s is not loaded by its name: %v", sc.Name, err)
			}
			if world := strings.HasPrefix(sc.Name, name+"/"); sc.Name != name && !world || world == (len(worlds) == 1) || sc.Title == "" {
				t.Errorf("%s: is named %q and titled %q", name, sc.Name, sc.Title)
			}
			again, err := scenario.Parse("again", sc.Text())
			if err != nil || again.Text() != sc.Text() {
				t.Errorf("%s: its text is not read as the same: %v", sc.Name, err)
			}
		}
	}
}

func TestLoadReadsAFileByItsPath(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "own.toml")
	filetest.Write(t, path, "format = 3\nseed = 5\n")
	sc, err := scenario.Load(path)
	if err != nil || sc.Seed != 5 || sc.Clients != 3 || sc.Duration != time.Minute {
		t.Errorf("got %+v, %v", sc, err)
	}
}

// longScenario has many events, as the log of a long game does.
func longScenario(events int) string {
	var b strings.Builder
	b.WriteString("format = 3\nduration = \"48h\"\n")
	for i := range events {
		fmt.Fprintf(&b, "[[event]]\nat = \"%ds\"\ncaption = \"x\"\nplayer = 1\nhold = \"left fire\"\n[event.set]\n\"link.up.delay\" = \"5ms\"\n", i)
	}
	return b.String()
}

func TestLongLogIsReadToItsLastLine(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	const events = 1 << 16
	text := longScenario(events)
	if sc, err := scenario.Parse("x", text); err != nil || len(sc.Events) != events {
		t.Errorf("got %v", err)
	}
	if _, err := scenario.Parse("x", text+"why = 1\n"); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("line %d: unknown key", 2+7*events+1)) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkParseEvent(b *testing.B) {
	b.ReportAllocs()
	scenariotest.Parse(b, "x", longScenario(b.N))
}
