// Package browser drives real browsers in tests: Chromium without a window, by the DevTools protocol over a pipe, and Firefox.
package browser

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"driftlab/internal/await"
)

// names are those that Chromium's program has.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// Flags are further ones with which Chromium starts. A package whose tests need any sets them before.
var Flags []string

// A chromium is one that runs.
type chromium struct {
	cmd     *exec.Cmd
	in      *os.File
	profile string
	ended   chan struct{} // closed once it says nothing more

	mu      sync.Mutex
	last    int
	waiting map[int]chan reply
	pages   map[string]*Page // by session
	silent  bool             // it has left something without an answer
}

// running is the one Chromium of a test program: to start one takes longer than most tests of a page.
var running struct {
	sync.Mutex
	*chromium
}

// A Browser is what a test has of Chromium: a context, which knows nothing of those of other tests.
type Browser struct {
	*chromium
	t       testing.TB
	context string
}

type reply struct {
	ID        int             `json:"id"`
	Session   string          `json:"sessionId"`
	Method    string          `json:"method"`
	Params    json.RawMessage `json:"params"`
	Result    json.RawMessage `json:"result"`
	Exception *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// find returns the path of the first program of these names that is there, "" for none.
func find(names []string) string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Start returns a browser that ends with the test. Where there is none the test is skipped. Chromium itself runs until Stop, or
// until it hangs or has ended: the next test then has another.
func Start(t testing.TB) *Browser {
	t.Helper()
	b := &Browser{chromium: use(t), t: t}
	var made struct {
		ID string `json:"browserContextId"`
	}
	if err := b.call("", "Target.createBrowserContext", map[string]any{}, &made); err != nil {
		t.Fatalf("the browser: %v", err)
	}
	b.context = made.ID
	t.Cleanup(func() {
		if b.lost() {
			return
		}
		if err := b.call("", "Target.disposeBrowserContext", map[string]any{"browserContextId": b.context}, nil); err != nil {
			t.Errorf("the browser: %v", err)
		}
	})
	return b
}

// use returns the Chromium that runs, or starts one.
func use(t testing.TB) *chromium {
	t.Helper()
	path := find(names)
	if path == "" {
		t.Skip("there is no Chromium: apt-get install chromium")
	}
	running.Lock()
	defer running.Unlock()
	if c := running.chromium; c != nil && c.lost() {
		running.chromium = nil
		if err := c.stop(); err != nil {
			t.Fatalf("the browser before: %v", err)
		}
	}
	if running.chromium == nil {
		c, err := launch(path)
		if err != nil {
			t.Skipf("Chromium does not start: %v", err)
		}
		running.chromium = c
	}
	return running.chromium
}

// lost reports whether a browser is of no more use.
func (c *chromium) lost() bool {
	select {
	case <-c.ended:
		return true
	default:
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.silent
}

// launch starts Chromium.
func launch(path string) (*chromium, error) {
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	profile, err := os.MkdirTemp("", "driftlab-browser-")
	if err != nil {
		return nil, err
	}
	c := &chromium{in: in, profile: profile, ended: make(chan struct{}), waiting: map[int]chan reply{}, pages: map[string]*Page{}}
	c.cmd = exec.Command(path, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader",
		"--enable-unsafe-swiftshader", "--no-first-run", "--mute-audio", "--disable-extensions", "--disable-component-update",
		"--disable-background-networking", "--disable-sync", "--user-data-dir="+profile)
	c.cmd.Args = append(c.cmd.Args, Flags...)
	c.cmd.ExtraFiles = []*os.File{theirIn, theirOut}
	if err := c.cmd.Start(); err != nil {
		os.Remove(profile)
		return nil, err
	}
	theirIn.Close()
	theirOut.Close()
	go func() { c.read(out); close(c.ended) }()
	return c, nil
}

// Stop ends Chromium, if it runs. A package whose tests start one calls it once they are over.
func Stop() error {
	running.Lock()
	defer running.Unlock()
	c := running.chromium
	if c == nil {
		return nil
	}
	running.chromium = nil
	return c.stop()
}

// stop ends a browser.
func (c *chromium) stop() error {
	c.cmd.Process.Kill()
	c.cmd.Wait()
	c.in.Close()
	<-c.ended
	// Its other processes end a little later, and write into the profile until then.
	giveUp := time.Now().Add(time.Minute)
	for {
		err := os.RemoveAll(c.profile)
		if err == nil || time.Now().After(giveUp) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// read hands on what the browser says until it ends.
func (c *chromium) read(out io.Reader) {
	lines := bufio.NewReader(out)
	for {
		text, err := lines.ReadBytes(0)
		if err != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			for id, answer := range c.waiting {
				close(answer)
				delete(c.waiting, id)
			}
			return
		}
		var r reply
		if json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &r) != nil {
			continue
		}
		c.mu.Lock()
		if answer := c.waiting[r.ID]; answer != nil && r.ID != 0 {
			delete(c.waiting, r.ID)
			answer <- r
		} else if p := c.pages[r.Session]; p != nil && r.Method != "" {
			p.heard(r)
		}
		c.mu.Unlock()
	}
}

// call asks the browser, or a page of it, to do something.
func (b *Browser) call(session, method string, params, result any) error {
	return b.callBy(await.Deadline(b.t), session, method, params, result)
}

// callBy is call that gives up at an instant. A browser that gives no answer until then serves no other test.
func (b *Browser) callBy(giveUp time.Time, session, method string, params, result any) error {
	c := make(chan reply, 1)
	b.mu.Lock()
	b.last++
	id := b.last
	b.waiting[id] = c
	b.mu.Unlock()
	ask := map[string]any{"id": id, "method": method, "params": params}
	if session != "" {
		ask["sessionId"] = session
	}
	text, err := json.Marshal(ask)
	if err != nil {
		return err
	}
	b.in.SetWriteDeadline(giveUp) // it may read no more
	if _, err := b.in.Write(append(text, 0)); err != nil {
		b.silence()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return fmt.Errorf("%s: no answer", method)
		}
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case r, ok := <-c:
		switch {
		case !ok:
			return fmt.Errorf("%s: the browser has ended", method)
		case r.Exception != nil:
			return fmt.Errorf("%s: %s", method, r.Exception.Message)
		case result != nil:
			return json.Unmarshal(r.Result, result)
		}
		return nil
	case <-b.ended:
		return fmt.Errorf("%s: the browser has ended", method)
	case <-time.After(time.Until(giveUp)):
		b.silence()
		return fmt.Errorf("%s: no answer", method)
	}
}

// silence notes that the browser has left something without an answer.
func (c *chromium) silence() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.silent = true
}
