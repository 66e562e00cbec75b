package web

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/internal/xvfb"
)

// preferences make Firefox draw WebGL in software, listen on a free port, print what consoles say, and contact no host.
const preferences = `
user_pref("marionette.port", 0); user_pref("webgl.force-enabled", true); user_pref("devtools.console.stdout.content", true);
user_pref("app.normandy.enabled", false); user_pref("app.update.enabled", false); user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false); user_pref("extensions.getAddons.cache.enabled", false);
user_pref("extensions.systemAddon.update.enabled", false); user_pref("media.gmp-manager.updateEnabled", false);
user_pref("network.captive-portal-service.enabled", false); user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,"); user_pref("toolkit.telemetry.server", "data:,");
`

// A firefox is a running Firefox without a window and with one page, driven by the Marionette protocol:
// https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html.
type firefox struct {
	t  testing.TB
	c  net.Conn
	in *bufio.Reader
}

// startFirefox opens an address in a Firefox that ends with the test, in a page of this size. The test fails if a console has an
// error; without Firefox it is skipped.
func startFirefox(t testing.TB, address string, width, height int) *firefox {
	t.Helper()
	path, err := exec.LookPath("firefox-esr")
	if err != nil {
		path, err = exec.LookPath("firefox")
	}
	if err != nil {
		t.Skip("there is no Firefox: apt-get install firefox-esr")
	}
	profile := t.TempDir()
	output, err := os.Create(filepath.Join(profile, "output"))
	if err == nil {
		err = os.WriteFile(filepath.Join(profile, "user.js"), []byte(preferences), 0o600)
	}
	check(t, err)
	defer output.Close()
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
	cmd.Stdout, cmd.Stderr = output, output
	if err := cmd.Start(); err != nil {
		t.Skipf("Firefox does not start: %v", err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		said, err := os.ReadFile(output.Name())
		if err != nil {
			t.Error(err)
		}
		for line := range strings.Lines(string(said)) {
			own := strings.Contains(line, " resource:") || strings.Contains(line, "RSLoader") // its experiments, for which it asks a host
			if (strings.HasPrefix(line, "console.error") || strings.HasPrefix(line, "JavaScript error")) && !own {
				t.Errorf("a console has an error: %s", line)
			}
		}
		testkit.Until(t, "Firefox's profile is removed", func() bool { return os.RemoveAll(profile) == nil })
	})
	f := &firefox{t: t}
	testkit.Until(t, "Firefox listens", func() bool {
		port, err := os.ReadFile(filepath.Join(profile, "MarionetteActivePort"))
		if err == nil {
			f.c, err = net.Dial("tcp", net.JoinHostPort("127.0.0.1", strings.TrimSpace(string(port))))
		}
		return err == nil
	})
	t.Cleanup(func() { f.c.Close() })
	f.in = bufio.NewReader(f.c)
	f.c.SetDeadline(testkit.Deadline(t))
	if _, err := f.in.ReadString('}'); err != nil { // its greeting
		t.Fatalf("Firefox: %v", err)
	}
	f.do("NewSession", map[string]any{}, nil)
	f.do("SetWindowRect", map[string]any{"width": width, "height": height}, nil)
	// What a window has beside its page is not part of the size.
	around := f.Eval(`[outerWidth - innerWidth, outerHeight - innerHeight]`).([]any)
	f.do("SetWindowRect", map[string]any{"width": width + int(around[0].(float64)), "height": height + int(around[1].(float64))}, nil)
	f.do("Navigate", map[string]any{"url": address}, nil)
	return f
}

// do sends a command of WebDriver, LENGTH:[0, number, name, parameters], and waits for its answer, LENGTH:[1, number, error,
// {value}].
func (f *firefox) do(command string, params, value any) {
	f.t.Helper()
	f.c.SetDeadline(testkit.Deadline(f.t))
	ask, err := json.Marshal([]any{0, 1, "WebDriver:" + command, params})
	if err == nil {
		_, err = fmt.Fprintf(f.c, "%d:%s", len(ask), ask)
	}
	var length int64
	if err == nil {
		_, err = fmt.Fscanf(f.in, "%d:", &length)
	}
	var refused *struct{ Message string }
	if err == nil {
		err = json.NewDecoder(io.LimitReader(f.in, length)).Decode(&[]any{new(int), new(int), &refused, &struct{ Value any }{value}})
	}
	if err != nil || refused != nil {
		f.t.Fatalf("Firefox: %s: %v, %+v", command, err, refused)
	}
}

// Eval evaluates an expression outside the page, and waits for its promise if it is one: what the page must see is set on window.
func (f *firefox) Eval(expression string) (value any) {
	f.t.Helper()
	f.do("ExecuteScript", map[string]any{"script": "return (" + expression + ")", "args": []any{}}, &value)
	return value
}

// Await waits until an expression is true.
func (f *firefox) Await(expression string) {
	f.t.Helper()
	testkit.Until(f.t, expression, func() bool {
		time.Sleep(50 * time.Millisecond)
		return f.Eval("!!("+expression+")") == true
	})
}

// Act does what WebDriver calls actions, with an input device: https://www.w3.org/TR/webdriver2/#actions.
func (f *firefox) Act(device string, actions ...map[string]any) {
	f.t.Helper()
	f.do("PerformActions", map[string]any{"actions": []any{map[string]any{"type": device, "id": device, "actions": actions}}}, nil)
}
