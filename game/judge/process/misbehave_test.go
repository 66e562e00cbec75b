//go:build !js

package process

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsync/guest"
)

// badEvent is the event at which a small guest does what its task says; up to it all is well.
const badEvent = 12

// misbehave is a small guest: it asks once a second until badEvent, and then does what a task says.
func misbehave(task string) int {
	lines := bufio.NewScanner(os.Stdin)
	lines.Scan()
	if task == "silent" {
		time.Sleep(time.Hour)
	}
	os.Stdout.Write(guest.Welcome{Name: "small", Hears: guest.Answers}.Append(nil))
	for lines.Scan() {
		ev, err := guest.ParseEvent(lines.Bytes())
		if err != nil {
			return 4
		}
		r := guest.Reply{N: ev.N}
		if ev.Kind == guest.Wake {
			r.HasWake, r.Wake, r.Send = true, ev.Now+1e9, []guest.Send{{Seq: uint16(ev.N)}}
		}
		if ev.Kind == guest.Answer {
			r.HasClock, r.Clock = true, &guest.Line{At: ev.T4, Time: ev.T3 + (ev.T4-ev.T1)/2}
		}
		text := string(r.Append(nil))
		if ev.N >= badEvent {
			bad, done := misdeeds[task], false
			if text, done = bad(&ev, text); done {
				os.Stdout.WriteString(text)
				return 3
			}
		}
		os.Stdout.WriteString(text)
	}
	return 0
}

// reply returns a line that would be right but for what is in it.
func reply(ev *guest.Event, fields string) (string, bool) {
	return fmt.Sprintf("{\"n\":%d%s}\n", ev.N, fields), false
}

// misdeeds are what a small guest can do wrong: the text that it writes in place of the right one, and whether it ends then.
var misdeeds = map[string]func(ev *guest.Event, right string) (text string, end bool){
	"dies":          func(*guest.Event, string) (string, bool) { return "", true },
	"hangs":         func(*guest.Event, string) (string, bool) { time.Sleep(time.Hour); return "", true },
	"floods":        func(ev *guest.Event, right string) (string, bool) { return strings.Repeat(right, 1000), false },
	"floods a line": func(*guest.Event, string) (string, bool) { return strings.Repeat("x", 1<<20), true },
	"half a line":   func(_ *guest.Event, right string) (string, bool) { return right[:len(right)/2], true },
	"no JSON":       func(*guest.Event, string) (string, bool) { return "42 is the answer\n", false },
	"two values":    func(_ *guest.Event, right string) (string, bool) { return strings.TrimSpace(right) + right, false },
	"unknown field": func(ev *guest.Event, _ string) (string, bool) { return reply(ev, `,"tick":1`) },
	"too great": func(ev *guest.Event, _ string) (string, bool) {
		return reply(ev, `,"clock":{"at":0,"time":9007199254740993}`)
	},
	"a fraction": func(ev *guest.Event, _ string) (string, bool) { return reply(ev, `,"wake":1.5`) },
	"runs back": func(ev *guest.Event, _ string) (string, bool) {
		return reply(ev, `,"clock":{"at":0,"time":0,"ppb":-1500000000}`)
	},
	"stale": func(ev *guest.Event, _ string) (string, bool) { return fmt.Sprintf("{\"n\":%d}\n", ev.N-10), false },
	"wakes": func(ev *guest.Event, _ string) (string, bool) {
		return reply(ev, fmt.Sprintf(`,"wake":%d`, ev.Now-1))
	},
	"asks and asks": func(ev *guest.Event, _ string) (string, bool) {
		return reply(ev, fmt.Sprintf(`,"wake":%d,"send":[%s{"ask":1}]`, ev.At()+1, strings.Repeat(`{"ask":1},`, 15)))
	},
	"means milliseconds": func(ev *guest.Event, _ string) (string, bool) {
		return reply(ev, fmt.Sprintf(`,"wake":%d`, ev.At()+250))
	},
	"long report": func(ev *guest.Event, _ string) (string, bool) {
		return reply(ev, `,"send":[{"report":"`+strings.Repeat("00", 65)+`"}]`)
	},
	"memory": func(ev *guest.Event, right string) (string, bool) {
		all := make([]byte, 300<<20)
		for i := range all {
			all[i] = byte(i)
		}
		time.Sleep(time.Hour)
		return string(all), true
	},
	"children": func(*guest.Event, string) (string, bool) {
		for range 8 {
			c := exec.Command("sleep", "3600")
			if c.Start() != nil {
				os.Exit(5)
			}
		}
		time.Sleep(time.Hour)
		return "", true
	},
	"tells": func(_ *guest.Event, right string) (string, bool) {
		fmt.Fprint(os.Stderr, "a line\nand \x1b[31mred\n", strings.Repeat(strings.Repeat("y", 99)+"\n", 2000))
		return right, false
	},
	"descriptors": func(_ *guest.Event, right string) (string, bool) {
		for fd := 3; fd < 64; fd++ {
			if name, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd)); err == nil && strings.Contains(name, "secret") {
				fmt.Fprintf(os.Stderr, "descriptor %d is %s\n", fd, name)
			}
		}
		return right, false
	},
	"leaves one behind": func(*guest.Event, string) (string, bool) { os.Exit(leaveBehind()); return "", true },
	"leaves one behind and hangs": func(*guest.Event, string) (string, bool) {
		leaveBehind()
		time.Sleep(time.Hour)
		return "", true
	},
	"closes its output": func(*guest.Event, string) (string, bool) { os.Stdout.Close(); time.Sleep(time.Hour); return "", true },
	"well":              func(_ *guest.Event, right string) (string, bool) { return right, false },
}

// leaveBehind starts a process outside the group that holds all that the guest has, and returns 0 once that one has told its number.
func leaveBehind() int {
	told, tells, err := os.Pipe()
	if err != nil {
		return 6
	}
	c := exec.Command("setsid", "sh", "-c", "echo $$ >&2; exec sleep 3600 3>&-")
	c.Stdin, c.Stdout, c.Stderr, c.ExtraFiles = os.Stdin, os.Stdout, os.Stderr, []*os.File{tells}
	if c.Start() != nil {
		return 6
	}
	tells.Close()
	io.Copy(io.Discard, told)
	return 0
}

// judged plays a session with a small guest, ends it and returns its fault.
func judged(t *testing.T, p *Program) (*guest.Clock, error) {
	t.Helper()
	clock, end, err := Open(context.Background(), p, guest.Hello{Client: 1, Seed: 1, TickRate: 60})
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	played(t, scenarioOf(t, "rtt2"), clock.Algorithm())
	return clock, clock.Err()
}

func TestEachFaultOfAProgramIsOneLineWithItsEvent(t *testing.T) {
	limits := patient()
	limits.Memory, limits.Processes = 200, 4
	for task, want := range map[string]string{
		"dies":              "small: event 12 (answer): the program ended (exit status 3) without a reply",
		"hangs":             "small: event 12 (answer): no line came within 2s (does it reply to each event, and flush after each line?)",
		"floods":            "small: event 13 (wake): it wrote a line that nobody had asked for, and one line replies to each event: {\"n\":12,",
		"floods a line":     "small: event 12 (answer): a line is longer than 4096 bytes",
		"half a line":       `small: event 12 (answer): the program ended (exit status 3) without a reply, and left a line without its end: {"n":12,"clock":{"at":12`,
		"closes its output": "small: event 12 (answer): it closed its output without a reply and ran on: Driftlab ended it",
		"no JSON":           "small: event 12 (answer): it is not a JSON object: 42 is the answer",
		"two values":        "small: event 12 (answer): it is more than one value",
		"unknown field":     `small: event 12 (answer): "tick" is unknown (allowed: n, send, wake, clock, status)`,
		"too great":         "small: event 12 (answer): clock.time: 9007199254740993 is outside ±(2⁵³−1)",
		"a fraction":        "small: event 12 (answer): wake: 1.5 is not a whole number within ±(2⁵³−1)",
		"runs back":         "small: event 12 (answer): clock.ppb: -1500000000 is outside ±10⁹: the time would run back",
		"stale":             "small: event 12 (answer): n: it replies to event 2",
		"wakes":             "is not after now",
		"long report":       "1 to 64 bytes as hexadecimal digits",
		"memory":            "MB of memory, and may take 200",
		"children":          "processes, and may have 4",
	} {
		t.Run(task, func(t *testing.T) {
			if runtime.GOOS != "linux" && (task == "memory" || task == "children") {
				t.Skip("this system's groups are not watched")
			}
			limits := limits
			if task == "hangs" {
				limits.Later = 2 * time.Second
			}
			clock, err := judged(t, program(t, task, limits))
			var fault *guest.Fault
			if !errors.As(err, &fault) || fault.Ours || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %s", err, want)
			}
			if clock.Events(guest.Client) < badEvent {
				t.Errorf("it was told %d events", clock.Events(guest.Client))
			}
		})
	}
}

// withOneBehind returns a program with a task that leaves a process behind, which ends with the test.
func withOneBehind(t *testing.T, task string, limits Limits) *Program {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("there is no setsid here")
	}
	p := program(t, task, limits)
	var said bytes.Buffer
	p.Errors = &said
	t.Cleanup(func() {
		_, number, _ := strings.Cut(strings.TrimSpace(said.String()), ": ")
		if pid, err := strconv.Atoi(number); err != nil {
			t.Errorf("it says %q", said.String())
		} else if left, err := os.FindProcess(pid); err == nil {
			left.Kill()
		}
	})
	return p
}

func TestAProcessThatHoldsWhatAProgramWroteToIsNotWaitedFor(t *testing.T) {
	for task, want := range map[string]string{
		"leaves one behind":           "small: event 12 (answer): the program ended (exit status 0) without a reply; a process that it has started holds its output",
		"leaves one behind and hangs": "small: event 12 (answer): no line came within 2s (does it reply to each event, and flush after each line?)",
	} {
		t.Run(task, func(t *testing.T) {
			limits := patient()
			if strings.HasSuffix(task, "hangs") {
				limits.Later = 2 * time.Second
			}
			if _, err := judged(t, withOneBehind(t, task, limits)); err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}

func TestWhoeverTellsDriftlabToEndIsObeyedWhileAProgramIsWaitedFor(t *testing.T) {
	p := withOneBehind(t, "leaves one behind and hangs", patient())
	done, tell := context.WithCancel(context.Background())
	p.Errors = io.MultiWriter(p.Errors, writes(tell)) // it hangs then
	s, _, err := Start(done, p, guest.Hello{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.End()
	for n := int64(1); err == nil; n++ {
		_, err = s.Exchange(&guest.Event{N: n, Kind: guest.Wake})
	}
	if err.Error() != "it was ended before it replied, since Driftlab was told to end" {
		t.Error(err)
	}
}

// writes is called with each thing that is written.
type writes func()

func (w writes) Write(b []byte) (int, error) { w(); return len(b), nil }

func TestAProgramThatSaysNothingIsWaitedForOnce(t *testing.T) {
	limits := patient()
	limits.First = 300 * time.Millisecond
	_, _, err := Start(context.Background(), program(t, "silent", limits), guest.Hello{})
	if err == nil || !strings.HasSuffix(err.Error(), ": at its start: no line came within 300ms (does it reply to each event, and flush after each line?)") {
		t.Error(err)
	}
}

func TestAProgramThatCannotBeStartedIsToldHowItCanBe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there a file's ending says how it is started")
	}
	t.Chdir(t.TempDir())
	for name, mode := range map[string]os.FileMode{"locked.py": 0o666, "bare.py": 0o777, "here.py": 0o777} {
		if err := os.WriteFile(name, []byte("print(1)\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"./locked.py":     "permission denied (a script goes behind its interpreter, as in python3 ./locked.py; or it begins with a line such as #!/usr/bin/env python3, and chmod +x ./locked.py)",
		"./bare.py":       "exec format error (a script goes behind its interpreter, as in python3 ./bare.py;",
		"here.py":         "(the one in this folder is ./here.py; a script goes behind its interpreter, as in python3 here.py)",
		"python3 here.py": "(write the program and its arguments as words of their own, without quotation marks around all of them)",
	} {
		_, _, err := Start(context.Background(), &Program{Path: path, Called: "mine", Limits: patient()}, guest.Hello{})
		if err == nil || !strings.HasPrefix(err.Error(), "mine: at its start: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", path, err, want)
		}
	}
}

func TestAProgramThatIsNotThereIsOurFault(t *testing.T) {
	_, _, err := Start(context.Background(), &Program{Path: filepath.Join(t.TempDir(), "none"), Limits: patient()}, guest.Hello{})
	var fault *guest.Fault
	if !errors.As(err, &fault) || !fault.Ours || !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
}

func TestNothingOfAProgramsGroupIsLeftRunning(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("it looks at /proc")
	}
	s, _, err := Start(context.Background(), program(t, "children", patient()), guest.Hello{})
	if err != nil {
		t.Fatal(err)
	}
	group := s.command.Process.Pid
	go func() { // it hangs with its children until End
		for n := int64(1); n <= badEvent; n++ {
			if _, err := s.Exchange(&guest.Event{N: n, Kind: guest.Wake}); err != nil {
				return
			}
		}
	}()
	testkit.Until(t, "its children are there", func() bool { _, n := groupTakes(group); return n > 8 })
	s.kill()
	s.End()
	testkit.Until(t, "its group is gone", func() bool { _, n := groupTakes(group); return n == 0 })
}

func TestStandardErrorIsPrefixedCleanedAndBounded(t *testing.T) {
	p := program(t, "tells", patient())
	var out bytes.Buffer
	p.Errors = &out
	if _, err := judged(t, p); err != nil {
		t.Fatal(err)
	}
	text, name := out.String(), p.Name()+": "
	lines := strings.SplitAfter(text, "\n")
	if lines[0] != name+"a line\n" || lines[1] != name+"and  [31mred\n" || len(text) > maxErrors+1000 || lines[len(lines)-2] != name+"(the rest of its standard error is left out)\n" {
		t.Errorf("%d bytes: %q", len(text), text[:min(len(text), 300)])
	}
}
