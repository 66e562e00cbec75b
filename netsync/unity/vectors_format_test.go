package unity

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"driftlab/netsync/internal/clocktest"
)

// A shippedClock is Unity's shipped time system once more, as its description has it, in seconds.
type shippedClock struct {
	limit, ratio      float64
	receive, send     float64
	time              float64 // unscaled
	local, server     float64 // offsets from it
	toLocal, toServer float64 // that they go to
}

func (c *shippedClock) sync(host, rtt float64) {
	ahead := host - c.time
	c.toServer, c.toLocal = ahead-c.receive, ahead+rtt+c.send
}

func (c *shippedClock) advance(delta float64) (reset int) {
	c.time += delta
	if math.Abs(c.toLocal-c.local) > c.limit || math.Abs(c.toServer-c.server) > c.limit {
		c.time += c.toServer
		c.toLocal -= c.toServer
		c.local, c.server, c.toServer = c.toLocal, 0, 0
		return 1
	}
	follow := func(from, to float64) float64 {
		if to > from {
			return from + float64(delta*c.ratio)
		}
		return from - float64(delta*c.ratio)
	}
	c.local, c.server = follow(c.local, c.toLocal), follow(c.server, c.toServer)
	return 0
}

const ownSteps = `{"lists":[{"name":"frame_steps","values":[0.03125,0.0625,0.046875]},
	{"name":"rtt_100ms","values":[0.1,0.11,0.09]},{"name":"rtt_500ms","values":[0.5,0.51,0.49]}]}`

// hardRun is what Unity's own test of a hard reset does: a phase, one frame in which the round trip is half a second
// at once, and a phase after it.
func hardRun(ratio float64) string {
	c := shippedClock{limit: 0.1, ratio: ratio, receive: 0.05, send: 0.05}
	var rows []string
	row := func(phase string, i int, step, rtt float64, reset int) {
		local, server := c.time+c.local, c.time+c.server
		at := func(seconds float64) int64 { return int64(math.Floor(seconds * 60)) }
		rows = append(rows, fmt.Sprintf("[%q,%d,%v,%v,%d,%v,%v,%d,%d,-1]", phase, i, step, rtt, reset, local, server, at(local), at(server)))
	}
	received := 2.0
	c.sync(received, 0.15)
	c.advance(0)
	steps := []float64{0.03125, 0.0625, 0.046875}
	phase := func(name string, rtts []float64) {
		for i, step := range steps {
			row(name, i, step, rtts[i], c.advance(step))
			received += step
			c.sync(received, rtts[i])
		}
	}
	phase("rtt_100ms", []float64{0.1, 0.11, 0.09})
	received += 0.015625
	c.sync(received, 0.5)
	row("hard", 0, 0.015625, 0.5, c.advance(0.015625))
	phase("rtt_500ms", []float64{0.5, 0.51, 0.49})
	return fmt.Sprintf(`{"step_lists":"steps.json","setup":{"local_buffer_sec":0.05,"server_buffer_sec":0.05,
		"hard_reset_threshold_sec":0.1,"adjustment_ratio":%v,"reset_server_time":2,"reset_rtt":0.15,"tick_rate":60},
		"rows":[%s],"phase_ends":[{"rtt_list":"rtt_100ms"},{"rtt_list":"rtt_500ms"}]}`, ratio, strings.Join(rows, ",\n"))
}

func TestUnitysRunsWithAHardFrameAndARatioOfTheirOwnAreRead(t *testing.T) {
	for _, ratio := range []float64{0.01, 0.25} {
		clocktest.OwnVectors(t, map[string]string{"unity/ngo/steps.json": ownSteps, "unity/ngo/client_reset.json": hardRun(ratio)})
		t.Run("bit", TestUnityOffsetsMatchTheShippedClockToTheBit)
		t.Run("nanosecond", TestUnityMergedProviderMatchesTheShippedClockToTheNanosecond)
		t.Run("stays", TestUnityMergedProviderStaysWithTheShippedClock)
	}
}

// providerRun is hardRun for the provider of June 2021, whose arithmetic is that of the published one: what is tested
// is that it is read. The server time says where the host's time continues in the hard frame.
func providerRun(t *testing.T, goesOn bool) string {
	t.Helper()
	b := newUnityBranch("mlapi_2021_06", 60)
	c := newUnityClientProvider(b.cfg)
	received, rtt := NewNetworkTime(60, 0), 0.1
	at := c.InitializeClient(Times{received, received})
	var rows []string
	advance := func(phase string, i int, step, after float64) {
		c.Sync(received.World(), unityDuration(rtt))
		var ok bool
		at, ok = c.AdvanceTime(at, unityDuration(step))
		reset, seconds := 0, func(n NetworkTime) float64 { return n.World().Sub(0).Seconds() }
		if !ok {
			reset = 1
		}
		rows = append(rows, fmt.Sprintf("[%q,%d,%v,%v,%d,%v,%v,%d,%d,%v,%v]", phase, i, step, after, reset, seconds(at.Predicted), seconds(at.Server),
			at.Predicted.Tick(), at.Server.Tick(), 1+0.01*float64(c.scale.predicted), 1+0.01*float64(c.scale.server)))
	}
	phase := func(name string, rtts []float64) {
		for i, step := range []float64{0.03125, 0.0625, 0.046875} {
			advance(name, i, step, rtts[i])
			received, rtt = received.Add(unityDuration(step)), rtts[i]
		}
	}
	phase("rtt_100ms", []float64{0.1, 0.11, 0.09})
	rtt = 0.5
	if goesOn {
		received = received.Add(unityDuration(0.015625))
	}
	advance("hard", 0, 0.015625, 0.5)
	phase("rtt_500ms", []float64{0.5, 0.51, 0.49})
	return fmt.Sprintf(`{"step_lists":"../ngo/steps.json","setup":{"tick_rate":60,"initial_rtt":0.1},
		"rows":[%s],"phase_ends":[{"rtt_list":"rtt_100ms"},{"rtt_list":"rtt_500ms"}]}`, strings.Join(rows, ",\n"))
}

func TestProvidersRunsWithAHardFrameAreRead(t *testing.T) {
	for _, goesOn := range []bool{false, true} {
		run := providerRun(t, goesOn)
		clocktest.OwnVectors(t, map[string]string{"unity/ngo/steps.json": ownSteps, "unity/mlapi_2021_06/provider_reset.json": run})
		if !strings.Contains(run, `["hard",0,0.015625,0.5,1,`) {
			t.Fatalf("no hard reset in\n%s", run)
		}
		t.Run("stays", TestUnityClientProviderStaysWithThePublishedProvider)
	}
}

// Single precision: a tick of the peers is as long as the nearest single to it, so what counts ticks is off by as much
// for each of them, however small the times are.
func TestSinglePrecisionIsReadRelativeToTheTicks(t *testing.T) {
	const single = `"source":{"how":"ours (strict single-precision float arithmetic)"}`
	interval := float64(float32(1.0) / 60)
	back := 0.5 - 6e6*interval // half a second, less 6 million ticks
	time := func(seconds float64) string { return fmt.Sprintf("[%v,%v]", seconds, math.Floor(seconds/interval)) }
	arith := fmt.Sprintf(`{%s,"rows":[[60,0.5,0.25,6000000,%s,%s,%s,%s,%s]]}`, single, time(0.75), time(0.25), time(0.75), time(0.25), time(back))
	ticks := fmt.Sprintf(`{%s,"cases":[{"tick_rate":60,"start":1e6,"step":0.015625,"ticks":[60000005,60000006]}]}`, single)
	create := fmt.Sprintf(`{%s,"step_lists":"../ngo/steps.json","cases":[
		{"test":"T.NetworkTimeAddFloatTest","tick_rate":60,"a":34,"b":35204649.96721312,"expect_time":35204680},
		{"test":"T.NetworkTimeAdvanceTest","tick_rate":60,"start":1000000,"start2":0,"steps":"frame_steps","observed_final":[1000000.1875]}]}`, single)
	clocktest.OwnVectors(t, map[string]string{
		"unity/ngo/steps.json":                               ownSteps,
		"unity/ngo_single_precision/network_time_arith.json": arith,
		"unity/mlapi_2021_05/network_time_accumulate.json":   ticks,
		"unity/mlapi_2021_05/network_time_tests.json":        create,
	})
	t.Run("arith", TestNetworkTimeMatchesUnitysStruct)
	t.Run("accumulate", TestNetworkTimeKeepsCountWhereUnitysStructAccumulates)
	t.Run("editor", TestNetworkTimePassesUnitysEditorTests)
}

// A time just below zero is small, and its parts, a tick of −1 and almost 1 beyond it, are not.
func TestSinglePrecisionOfASmallTimeIsReadRelativeToItsTick(t *testing.T) {
	clocktest.OwnVectors(t, map[string]string{"unity/mlapi_2021_05/network_time_table.json": `{"source":{"how":"strict single-precision"},
		"rows":[["from_time",1,-0.0010000000474974513,0,[-0.0009999871253967285,-1,0.9990000128746033,-1]]]}`})
	t.Run("table", TestNetworkTimeMatchesUnitysStruct)
	for x, want := range map[float64]float64{0: 0, 1: 0x1p-24, -1: 0x1p-24, 0.999: 0x1p-25, 2: 0x1p-23} {
		if got := halfUnit32(x); got != want {
			t.Errorf("half a unit in the last place of %v: got %v, want %v", x, got, want)
		}
	}
}
