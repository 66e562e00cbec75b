package browser

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"driftlab/internal/await"
	"driftlab/internal/xvfb"
)

// firefoxNames are those that Firefox's program has.
var firefoxNames = []string{"firefox-esr", "firefox"}

// preferences has Firefox draw WebGL by software, listen where there is room, say what consoles say, and ask no host for
// anything.
const preferences = `
user_pref("marionette.port", 0);
user_pref("webgl.force-enabled", true);
user_pref("devtools.console.stdout.content", true);
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("media.gmp-manager.updateEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.server", "data:,");
`

// A Firefox is one that runs, where nobody sees it and with one page, by the Marionette protocol:
// https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html.
type Firefox struct {
	t    testing.TB
	c    net.Conn
	in   *bufio.Reader
	last int // the number of the last command

	mu   sync.Mutex
	said []string // by the consoles of its pages, and what they have thrown
}

// StartFirefox starts a Firefox that ends with the test. Where there is none the test is skipped.
func StartFirefox(t testing.TB) *Firefox {
	t.Helper()
	path := find(firefoxNames)
	if path == "" {
		t.Skip("there is no Firefox: apt-get install firefox-esr")
	}
	profile, err := os.MkdirTemp("", "driftlab-firefox-")
	if err == nil {
		err = os.WriteFile(filepath.Join(profile, "user.js"), []byte(preferences), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--no-remote", "--marionette", "--profile", profile)
	cmd.Env = append(os.Environ(), "HOME="+profile, "MOZ_CRASHREPORTER_DISABLE=1")
	if runtime.GOOS == "linux" { // without a window it has WebGL only where there is a graphics card
		screen, err := xvfb.Start(1600, 1000)
		if err != nil {
			t.Skipf("Firefox needs a display: %v", err)
		}
		t.Cleanup(screen.Stop)
		cmd.Env = append(cmd.Env, "DISPLAY="+screen.Display(), "WAYLAND_DISPLAY=")
	} else {
		cmd.Args = append(cmd.Args, "--headless")
	}
	output, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = theirs, theirs
	if err := cmd.Start(); err != nil {
		t.Skipf("Firefox does not start: %v", err)
	}
	theirs.Close()
	f := &Firefox{t: t}
	listened := make(chan struct{})
	go func() { f.listen(output); close(listened) }()
	t.Cleanup(func() {
		if f.c != nil {
			f.c.Close()
		}
		cmd.Process.Kill()
		cmd.Wait()
		<-listened
		await.Until(t, "Firefox's profile is removed", func() bool { return os.RemoveAll(profile) == nil })
	})
	f.connect(filepath.Join(profile, "MarionetteActivePort"))
	return f
}

// connect connects with the port that Firefox says in a file that it listens at.
func (f *Firefox) connect(file string) {
	f.t.Helper()
	await.Until(f.t, "Firefox listens", func() bool {
		text, err := os.ReadFile(file)
		if err != nil {
			return false
		}
		f.c, err = net.Dial("tcp", net.JoinHostPort("127.0.0.1", strings.TrimSpace(string(text))))
		return err == nil
	})
	f.c.SetDeadline(await.Deadline(f.t))
	f.in = bufio.NewReader(f.c)
	if _, err := f.message(); err != nil { // it says who it is
		f.t.Fatalf("Firefox: %v", err)
	}
	f.do("WebDriver:NewSession", map[string]any{}, nil)
}

// listen keeps the lines of Firefox's output that pages are the cause of, until it ends.
func (f *Firefox) listen(output io.ReadCloser) {
	defer output.Close()
	for lines := bufio.NewScanner(output); lines.Scan(); {
		line := lines.Text()
		own := strings.Contains(line, " resource:") || strings.Contains(line, "RSLoader") // its experiments, for which it asks a host
		if (strings.HasPrefix(line, "console.") || strings.HasPrefix(line, "JavaScript ")) && !own {
			f.mu.Lock()
			f.said = append(f.said, line)
			f.mu.Unlock()
		}
	}
}

// Console returns what the consoles of all pages have said.
func (f *Firefox) Console() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.said...)
}

// Errors returns the lines of the consoles that say that something is wrong.
func (f *Firefox) Errors() (lines []string) {
	for _, line := range f.Console() {
		if strings.HasPrefix(line, "console.error") || strings.HasPrefix(line, "JavaScript error") {
			lines = append(lines, line)
		}
	}
	return lines
}

// longestMessage bounds what is read at once, in bytes: pictures are the longest.
const longestMessage = 1 << 26

// message reads what Firefox says next: LENGTH:JSON.
func (f *Firefox) message() ([]byte, error) {
	length, err := f.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	if err != nil || n < 0 || n > longestMessage {
		return nil, fmt.Errorf("it begins a message with %q", length)
	}
	text := make([]byte, n)
	_, err = io.ReadFull(f.in, text)
	return text, err
}

// do gives a command, [0, number, name, parameters], and waits for its answer, [1, number, error, result].
func (f *Firefox) do(command string, params, result any) {
	f.t.Helper()
	f.last++
	f.c.SetDeadline(await.Deadline(f.t))
	ask, err := json.Marshal([]any{0, f.last, command, params})
	if err == nil {
		_, err = fmt.Fprintf(f.c, "%d:%s", len(ask), ask)
	}
	for err == nil {
		var text []byte
		if text, err = f.message(); err != nil {
			break
		}
		var kind, number int
		var refused *struct{ Message string }
		var value json.RawMessage
		if err = json.Unmarshal(text, &[]any{&kind, &number, &refused, &value}); err != nil || kind != 1 || number != f.last {
			continue
		}
		if refused != nil {
			f.t.Fatalf("Firefox: %s: %s", command, refused.Message)
		}
		if result != nil {
			err = json.Unmarshal(value, result)
		}
		if err == nil {
			return
		}
	}
	f.t.Fatalf("Firefox: %s: %v; its pages said %q", command, err, f.Console())
}

// Open opens an address in a page of so many pixels.
func (f *Firefox) Open(address string, width, height int) {
	f.t.Helper()
	f.do("WebDriver:Navigate", map[string]any{"url": "about:blank"}, nil)
	f.do("WebDriver:SetWindowRect", map[string]any{"width": width, "height": height}, nil)
	// What a window has beside its page is not part of the size.
	around := f.Eval(`[outerWidth - innerWidth, outerHeight - innerHeight]`).([]any)
	f.do("WebDriver:SetWindowRect", map[string]any{"width": width + int(around[0].(float64)), "height": height + int(around[1].(float64))}, nil)
	f.do("WebDriver:Navigate", map[string]any{"url": address}, nil)
}

// Frames waits until the page has drawn so many frames.
func (f *Firefox) Frames(n int) {
	f.t.Helper()
	f.Eval(fmt.Sprintf(frames, n))
}

// Eval works an expression out beside the page, whose policy may allow it no eval, and waits for its promise if it is one: what
// the page is to see is set on window. The value is as JSON has it.
func (f *Firefox) Eval(expression string) any {
	f.t.Helper()
	var got struct{ Value any }
	f.do("WebDriver:ExecuteScript", map[string]any{"script": "return (" + expression + ")", "args": []any{}}, &got)
	return got.Value
}

// Await waits until an expression is true.
func (f *Firefox) Await(expression string) {
	f.t.Helper()
	for giveUp := await.Deadline(f.t); f.Eval("!!("+expression+")") != true; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(giveUp) {
			f.t.Fatalf("it has not come to this: %s; the consoles: %q", expression, f.Console())
		}
	}
}

// Key presses keys together for a tenth of a second and lets them go, by their codes in WebDriver: https://www.w3.org/TR/webdriver2/#keyboard-actions.
func (f *Firefox) Key(codes ...string) {
	f.t.Helper()
	actions := []any{}
	for _, code := range codes {
		actions = append(actions, map[string]any{"type": "keyDown", "value": code})
	}
	actions = append(actions, map[string]any{"type": "pause", "duration": 100})
	for _, code := range codes {
		actions = append(actions, map[string]any{"type": "keyUp", "value": code})
	}
	f.do("WebDriver:PerformActions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keyboard", "actions": actions}}}, nil)
}

// Click clicks with the mouse.
func (f *Firefox) Click(x, y int) {
	f.t.Helper()
	f.do("WebDriver:PerformActions", map[string]any{"actions": []any{map[string]any{"type": "pointer", "id": "mouse", "actions": []any{
		map[string]any{"type": "pointerMove", "x": x, "y": y},
		map[string]any{"type": "pause", "duration": 100},
		map[string]any{"type": "pointerDown", "button": 0},
		map[string]any{"type": "pause", "duration": 100},
		map[string]any{"type": "pointerUp", "button": 0},
	}}}}, nil)
}

// Choose puts a file into an input of the page, as a person does in the browser's dialog.
func (f *Firefox) Choose(selector, path string) {
	f.t.Helper()
	var got struct{ Value map[string]string }
	f.do("WebDriver:FindElement", map[string]any{"using": "css selector", "value": selector}, &got)
	for _, id := range got.Value {
		f.do("WebDriver:ElementSendKeys", map[string]any{"id": id, "text": path}, nil)
	}
}

// Picture returns what the page shows.
func (f *Firefox) Picture() image.Image {
	f.t.Helper()
	var shot struct{ Value []byte }
	f.do("WebDriver:TakeScreenshot", map[string]any{"full": false}, &shot)
	picture, err := png.Decode(bytes.NewReader(shot.Value))
	if err != nil {
		f.t.Fatalf("Firefox's picture: %v", err)
	}
	return picture
}
