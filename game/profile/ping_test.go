package profile

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

func TestPingsOutputIsReadInEveryForm(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	for _, test := range []struct {
		file   string
		rtts   []time.Duration
		losses int
	}{
		{"ping-linux.txt", []time.Duration{12400 * time.Microsecond, 11600 * time.Microsecond, 14200 * time.Microsecond, 16 * ms, 13800 * time.Microsecond}, 5},
		{"ping-linux-de.txt", []time.Duration{8040 * time.Microsecond, 9 * ms}, 0},
		{"ping-macos.txt", []time.Duration{20112 * time.Microsecond, 22 * ms}, 2},
		{"ping-windows.txt", []time.Duration{12 * ms, 14 * ms}, 2},
		{"ping-windows-utf16.txt", []time.Duration{12 * ms, 14 * ms}, 2},
		{"ping-windows-de.txt", []time.Duration{ms / 2, 3 * ms}, 1},
		{"ping-windows-fr.txt", []time.Duration{2 * ms, 4 * ms}, 1},
	} {
		p := mustOpen(t, sample(test.file))
		var rtts []time.Duration
		for _, s := range p.Samples {
			rtts = append(rtts, s.Up+s.Down)
		}
		if !reflect.DeepEqual(rtts, test.rtts) {
			t.Errorf("%s: round trips %v", test.file, rtts)
		}
		sent := float64(len(test.rtts) + test.losses)
		if got := 1 - (1-p.Up.Loss)*(1-p.Down.Loss); !near(got, float64(test.losses)/sent, 1e-5) {
			t.Errorf("%s: loses %v there and back", test.file, got)
		}
		checkProfile(t, p, nil)
	}
}

func TestPingsTimeStampsTellWhenItAsked(t *testing.T) {
	t.Parallel()
	p := mustOpen(t, sample("ping-linux.txt"))
	var got []time.Duration
	for _, s := range p.Samples {
		got = append(got, s.Sent.Round(time.Millisecond))
	}
	want := []time.Duration{0, 201 * time.Millisecond, 401 * time.Millisecond, 1201 * time.Millisecond, 1401 * time.Millisecond}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	if p.Up.Duplicate != 0.1 {
		t.Errorf("duplicates %v", p.Up.Duplicate)
	}
}

func TestPingsNumbersGoOnAfter65535(t *testing.T) {
	t.Parallel()
	text := "64 bytes from 1.1.1.1: icmp_seq=65534 ttl=57 time=3.0 ms\n" +
		"64 bytes from 1.1.1.1: icmp_seq=65535 ttl=57 time=3.0 ms\n" +
		"64 bytes from 1.1.1.1: icmp_seq=1 ttl=57 time=5.0 ms\n"
	p := mustReadAs(t, "ping", "x", strings.NewReader(text))
	if len(p.Samples) != 3 || p.Samples[2].Sent.Round(time.Second) != 3*time.Second || !near(1-(1-p.Up.Loss)*(1-p.Down.Loss), 0.25, 1e-5) {
		t.Errorf("got %+v, loss %v", p.Samples, p.Up.Loss)
	}
}

func TestABadOutputOfPingGetsOneLineThatNamesItsPlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                 `"p" is empty`,
		"hello\nworld\n":                   `"p": there is no answer with its time, such as time=12.3 ms: it is not the output of ping, or nothing was answered`,
		"PING x\nicmp_seq=1\x00":           `"p", line 2: it is not text`,
		"PING x\nicmp_seq=1 time=-20 ms\n": `"p", line 2: all of 1 times are negative, so there is no delay`,
		"PING x\n8 bytes from 192.0.2.1: icmp_seq=1 ttl=57\n": `"p", line 2: none of 1 answers has a time that can be read, such as time=12.3 ms`,
		"PING x\nicmp_seq=99999999999999999999 time=1 ms":     `"p": there is no answer with its time, such as time=12.3 ms: it is not the output of ping, or nothing was answered`,
		"PING x\nicmp_seq=200001 time=1 ms":                   `"p": there is no answer with its time, such as time=12.3 ms: it is not the output of ping, or nothing was answered`,
		"PING x\n64 bytes from 192.0.2.1: icmp_s":             `"p": there is no answer with its time, such as time=12.3 ms: it is not the output of ping, or nothing was answered`,
		"PING x\nicmp_seq=1\nicmp_seq=2\n":                    `"p", line 3: none of 2 packets came back, so there is no delay`,
		"PING x (192.0.2.1) 56(84) bytes of data.\n\n--- x ping statistics ---\n5 packets transmitted, 0 received, 100% packet loss, time 4099ms\n": `"p": none of 5 packets came back, so there is no delay`,
		strings.Repeat("x", maxLine+1): `"p", line 1: it is longer than 65536 bytes`,
	} {
		_, err := readAs("ping", "p", strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("%.60q: got %v, want %s", text, err, want)
		}
	}
}

func FuzzReadPing(f *testing.F) {
	files, err := filepath.Glob(sample("*ping-*.txt"))
	if err != nil || len(files) == 0 {
		f.Fatal(err, files)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("PING\nicmp_seq=0 time=1 ms\n---\n100 packets"))
	f.Add([]byte("23:59:59 icmp_seq=1 time=1 ms\n00:00:00 icmp_seq=9 time=1 ms\n[5.1] icmp_seq=3 time=9000 ms\n"))
	testkit.FuzzDamaged(f, func(t testing.TB, data []byte) {
		p, err := readAs("ping", "f", bytes.NewReader(data))
		checkProfile(t, p, err)
		m, err := pingOf(string(data))
		if err != nil {
			return
		}
		for i := 1; i < len(m.trips); i++ {
			if m.trips[i].sent < m.trips[i-1].sent {
				t.Fatalf("packet %d of %d was sent at %v, before %v", i, len(m.trips), m.trips[i].sent, m.trips[i-1].sent)
			}
		}
	})
}

func TestARoundTripOf40SecondsIsImportedAsTwoWaysOf20(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "slow.txt")
	filetest.Write(t, name, "PING x (192.0.2.1) 56(84) bytes of data.\n64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=40000 ms\n")
	if p := mustOpen(t, name); p.Up.Delay != 20*time.Second || p.Down.Delay != 20*time.Second {
		t.Errorf("up %v, down %v, want 20 s each", p.Up.Delay, p.Down.Delay)
	}
}

func BenchmarkReadPing(b *testing.B) {
	line := []byte("[1795687200.020000] 64 bytes from 2001:db8::1: icmp_seq=1 ttl=60 time=20.0 ms\n")
	text := bytes.Repeat(line, 10_000)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := readAs("ping", "x", bytes.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}
