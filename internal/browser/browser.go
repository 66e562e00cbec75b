// Package browser drives real browsers in tests: Chromium without a window, by the DevTools protocol over a pipe, and Firefox.
package browser

import (
	"bufio"
	"bytes"
	"encoding/json"
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

// A Browser is one that runs.
type Browser struct {
	in     io.Writer
	giveUp time.Time

	mu      sync.Mutex
	last    int
	waiting map[int]chan reply
	pages   map[string]*Page // by session
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

// Start starts a browser that ends with the test. Where there is none the test is skipped.
func Start(t testing.TB) *Browser {
	t.Helper()
	path := find(names)
	if path == "" {
		t.Skip("there is no Chromium: apt-get install chromium")
	}
	theirIn, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	profile, err := os.MkdirTemp("", "driftlab-browser-")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader",
		"--enable-unsafe-swiftshader", "--no-first-run", "--mute-audio", "--user-data-dir="+profile)
	cmd.ExtraFiles = []*os.File{theirIn, theirOut}
	if err := cmd.Start(); err != nil {
		os.Remove(profile)
		t.Skipf("Chromium does not start: %v", err)
	}
	theirIn.Close()
	theirOut.Close()
	b := &Browser{in: in, giveUp: await.Deadline(t), waiting: map[int]chan reply{}, pages: map[string]*Page{}}
	ended := make(chan struct{})
	go func() { b.read(out); close(ended) }()
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		in.Close()
		<-ended
		// Its other processes end a little later, and write into the profile until then.
		await.Until(t, "the browser's profile is removed", func() bool { return os.RemoveAll(profile) == nil })
	})
	return b
}

// read hands on what the browser says until it ends.
func (b *Browser) read(out io.Reader) {
	lines := bufio.NewReader(out)
	for {
		text, err := lines.ReadBytes(0)
		if err != nil {
			b.mu.Lock()
			defer b.mu.Unlock()
			for id, c := range b.waiting {
				close(c)
				delete(b.waiting, id)
			}
			return
		}
		var r reply
		if json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &r) != nil {
			continue
		}
		b.mu.Lock()
		if c := b.waiting[r.ID]; c != nil && r.ID != 0 {
			delete(b.waiting, r.ID)
			c <- r
		} else if p := b.pages[r.Session]; p != nil && r.Method != "" {
			p.heard(r)
		}
		b.mu.Unlock()
	}
}

// call asks the browser, or a page of it, to do something.
func (b *Browser) call(session, method string, params, result any) error {
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
	if _, err := b.in.Write(append(text, 0)); err != nil {
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
	case <-time.After(time.Until(b.giveUp)):
		return fmt.Errorf("%s: no answer", method)
	}
}
