package profile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/netsim"
)

// Both ways of a link that the five targets of this file nearly have, and what they write for it.
func TestEnginesAreGivenEachDirectionInTheirOwnTerms(t *testing.T) {
	t.Parallel()
	p := &Profile{Name: "n", Title: "t",
		Up:   netsim.Settings{Delay: 40 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.0025, Rate: 800_000},
		Down: netsim.Settings{Delay: 60 * time.Millisecond, Loss: 0.0025, Rate: 8_000_000}}
	for target, want := range map[string]string{
		"roblox": `local network = settings().Network
network.OutboundNetworkMinDelayMs = 40
network.OutboundNetworkJitterMs = 20
network.OutboundNetworkLossPercent = 0.25
network.InboundNetworkMinDelayMs = 60
network.InboundNetworkJitterMs = 0
network.InboundNetworkLossPercent = 0.25
`,
		"netfox": `[netfox]

autoconnect/enabled=true
autoconnect/simulated_latency_ms=55
autoconnect/simulated_packet_loss_chance=0.25
`,
		"fishnet": `var up = InstanceFinder.TransportManager.LatencySimulator;
up.SetLatency(50);
up.SetPacketLoss(0.0025);
up.SetOutOfOrder(0);
up.SetEnabled(true);
var down = InstanceFinder.TransportManager.LatencySimulator;
down.SetLatency(60);
down.SetPacketLoss(0.0025);
down.SetOutOfOrder(0);
down.SetEnabled(true);
`,
		"lightyear": `let up = LinkConditionerConfig {
    incoming_latency: Duration::from_millis(50),
    incoming_jitter: Duration::from_millis(10),
    incoming_loss: 0.0025,
};
let down = LinkConditionerConfig {
    incoming_latency: Duration::from_millis(60),
    incoming_jitter: Duration::from_millis(0),
    incoming_loss: 0.0025,
};
`,
		"toxiproxy": `PROXY=${PROXY:-driftlab}
toxiproxy-cli toxic add -n up_latency -t latency -a latency=50 -a jitter=10 --upstream $PROXY
toxiproxy-cli toxic add -n up_bandwidth -t bandwidth -a rate=100 --upstream $PROXY
toxiproxy-cli toxic add -n down_latency -t latency -a latency=60 -a jitter=0 --downstream $PROXY
toxiproxy-cli toxic add -n down_bandwidth -t bandwidth -a rate=1000 --downstream $PROXY
`,
	} {
		text := exportOf(t, p, target)
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("%s: got\n%s\nwant\n%s", target, text, want)
		}
	}
}

// readBack returns the number behind a name in an export.
func readBack(t *testing.T, text, name string) float64 {
	t.Helper()
	found := regexp.MustCompile(regexp.QuoteMeta(name) + `[^0-9\n]*([0-9.]+)`).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("there is no %s in\n%s", name, text)
	}
	f, err := strconv.ParseFloat(strings.TrimSuffix(found[1], "."), 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// What an engine draws, by its own source, from the numbers of an export has the bounds of the link.
func TestWhatIsExportedToAnEngineComesBack(t *testing.T) {
	t.Parallel()
	for _, s := range []netsim.Settings{
		{},
		{Delay: 20 * time.Millisecond, Loss: 0.005},
		{Delay: 37 * time.Millisecond, Jitter: 3 * time.Millisecond, Loss: 0.0012},
		{Jitter: 250 * time.Millisecond},
	} {
		least, most := float64(s.Delay)/1e6, float64(s.Delay+2*s.Jitter)/1e6
		mean, half := (least+most)/2, (most-least)/2
		for target, numbers := range map[string]map[string]float64{
			"roblox":    {"OutboundNetworkMinDelayMs =": least, "OutboundNetworkJitterMs =": most - least, "InboundNetworkLossPercent =": 100 * s.Loss},
			"netfox":    {"simulated_latency_ms=": mean, "simulated_packet_loss_chance=": 100 * s.Loss},
			"fishnet":   {"up.SetLatency(": mean, "down.SetPacketLoss(": s.Loss},
			"lightyear": {"incoming_latency: Duration::from_millis(": mean, "incoming_jitter: Duration::from_millis(": half, "incoming_loss: ": s.Loss},
			"toxiproxy": {"latency=": mean, "-a jitter=": half},
		} {
			text := export(t, target, s)
			if target == "toxiproxy" && mean == 0 {
				if strings.Contains(text, "toxic add") {
					t.Errorf("without a delay:\n%s", text)
				}
				continue
			}
			for name, want := range numbers {
				if got := readBack(t, text, name); !near(got, want, 1e-9) {
					t.Errorf("%s: %s%v of %+v, not %v", target, name, got, s, want)
				}
			}
			if strings.Contains(text, " delay:") {
				t.Errorf("%s says that it cannot express this delay:\n%s", target, text)
			}
		}
	}
}

func TestEnginesAreNotGivenMoreThanTheyTake(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target string
		s      netsim.Settings
		want   []string
	}{
		{"roblox", netsim.Settings{Delay: 3 * time.Second}, []string{"OutboundNetworkMinDelayMs = 1000\n", "delay: 3s; as 1000 ms\n"}},
		{"roblox", netsim.Settings{Delay: 30 * time.Microsecond, Loss: 0.00001}, []string{"MinDelayMs = 0\n", "LossPercent = 0\n", "cannot express (up) loss: 0.001%; its least is 0.01%\n"}},
		{"roblox", netsim.Settings{Loss: 0.005}, []string{"LossPercent = 0.5\n"}},
		{"roblox", netsim.Settings{Loss: 1}, []string{"LossPercent = 0.5\n", "approximates (down) loss: 100%; as 0.5%, of at most 0.5%\n"}},
		{"fishnet", netsim.Settings{Reorder: 0.1}, []string{"SetOutOfOrder(0);", "without a delay there is nothing to overtake\n"}},
		{"fishnet", netsim.Settings{Delay: time.Second, Reorder: 0.1}, []string{"SetOutOfOrder(0.1);", "approximates (up) reordering: 10%; a packet changes places"}},
		{"fishnet", netsim.Settings{Delay: time.Second, Reorder: 0.1, InOrder: true}, []string{"SetOutOfOrder(0);", "the order is kept\n"}},
		{"lightyear", netsim.Settings{Loss: 1}, []string{"incoming_loss: 1.0,\n"}},
		{"lightyear", netsim.Settings{Loss: 0.1, LossBurst: 4}, []string{"bursts of loss: 4 packets on average; each is lost independently; the versions after 0.28"}},
		{"toxiproxy", netsim.Settings{Loss: 1}, []string{"-n up_timeout -t timeout -a timeout=0 --upstream $PROXY\n", "-n down_timeout -t timeout -a timeout=0 --downstream $PROXY\n"}},
		{"toxiproxy", netsim.Settings{Rate: 1000}, []string{"-a rate=1 ", "approximates (up) rate: 1000 bit/s; as 8000 bit/s\n"}},
	} {
		text := export(t, c.target, c.s)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s of %s lacks %q:\n%s", c.target, fmt.Sprintf("%+v", c.s), want, text)
			}
		}
	}
}

func TestALossThatIsExpressedAsItIsIsNotToldOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target string
		loss   float64
	}{{"roblox", 0.005}, {"netfox", 0.1234}, {"lightyear", 0.1234}, {"toxiproxy", 1}} {
		if text := export(t, c.target, netsim.Settings{Loss: c.loss}); strings.Contains(text, " loss:") {
			t.Errorf("%s:\n%s", c.target, text)
		}
	}
}

func TestNetfoxIsTheMiddleOfBothWays(t *testing.T) {
	t.Parallel()
	p := &Profile{Up: netsim.Settings{Delay: 10 * time.Millisecond, Loss: 0.02}, Down: netsim.Settings{Delay: 30 * time.Millisecond}}
	text := exportOf(t, p, "netfox")
	for _, want := range []string{"simulated_latency_ms=20\n", "simulated_packet_loss_chance=1.0\n", "(up) delay: 10ms; as 20 ms both ways", "(down) delay: 30ms; as 20 ms both ways", "(up) loss: 2%; as 1% both ways"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
}
