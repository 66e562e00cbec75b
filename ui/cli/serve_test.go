package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"driftlab/ui/web"
)

// serving serves a page until it is stopped, and returns its address.
func serving(t *testing.T, env Env, args ...string) (address string, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, lines := io.Pipe()
	env.Out, env.Stop = lines, ctx
	ended := make(chan error, 1)
	go func() {
		err := Serve(append([]string{"-port", "0"}, args...), env)
		lines.CloseWithError(err)
		ended <- err
	}()
	said := make([]byte, 400)
	n, err := out.Read(said)
	check(t, err)
	_, rest, _ := strings.Cut(string(said[:n]), "http://")
	address, _, ok := strings.Cut(rest, "/ ")
	if !ok || !strings.HasPrefix(address, "127.0.0.1:") {
		t.Fatalf("it says %q", said[:n])
	}
	stop = func() error { cancel(); return <-ended }
	t.Cleanup(cancel)
	return address, stop
}

// ask returns an answer's status and body.
func ask(t *testing.T, method, address string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, "http://"+address, nil)
	check(t, err)
	answer, err := http.DefaultClient.Do(r)
	check(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	check(t, err)
	return answer.StatusCode, string(body)
}

func TestServeShowsThePageUntilItIsStopped(t *testing.T) {
	at, stop := serving(t, Env{Page: fstest.MapFS{"index.html": {Data: []byte("the page")}}})
	if status, body := ask(t, "GET", at); status != http.StatusOK || body != "the page" {
		t.Errorf("it shows %q, %d", body, status)
	}
	if err := stop(); err != nil {
		t.Errorf("stopped it says %v", err)
	}
}

func TestServeShowsNothingButTheFilesOfItsFolder(t *testing.T) {
	around := t.TempDir()
	folder := filepath.Join(around, "page")
	for name, text := range map[string]string{"secret": "secret", "page/index.html": "the page", "page/sub/file.js": "file", "page/.git/config": "secret"} {
		path := filepath.Join(around, filepath.FromSlash(name))
		check(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)))
	}
	for name, to := range map[string]string{"out": "../secret", "whole": filepath.Join(around, "secret"), "up": "..", "within": "sub/file.js"} {
		if err := os.Symlink(to, filepath.Join(folder, name)); err != nil {
			t.Skipf("there are no links here: %v", err)
		}
	}
	at, _ := serving(t, Env{}, "-dir", folder)
	for path, want := range map[string]int{
		"": http.StatusOK, "sub/file.js": http.StatusOK, "within": http.StatusOK,
		"out": http.StatusNotFound, "whole": http.StatusNotFound, "up/secret": http.StatusNotFound, ".git/config": http.StatusNotFound,
		"%00": http.StatusNotFound, "sub": http.StatusNotFound, "index.html/": http.StatusNotFound, strings.Repeat("x", 5000): http.StatusNotFound,
	} {
		if status, body := ask(t, "GET", at+"/"+path); status != want || strings.Contains(body, "secret") && path != "up/secret" {
			t.Errorf("%.40s: %d, %q", path, status, body)
		}
	}
	for _, method := range []string{"POST", "TRACE", "OPTIONS"} {
		if status, body := ask(t, method, at); status != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d, %q", method, status, body)
		}
	}
}

func TestServeAnswersUnderTheNamesThatItIsGiven(t *testing.T) {
	at, _ := serving(t, Env{Page: fstest.MapFS{"index.html": {}}}, "-host", "demo.example", "-host", "fd00::1")
	for host, want := range map[string]int{"demo.example": http.StatusOK, "[fd00::1]:80": http.StatusOK, "localhost": http.StatusOK, "evil.example": http.StatusForbidden} {
		r, err := http.NewRequest("GET", "http://"+at, nil)
		check(t, err)
		r.Host = host
		answer, err := http.DefaultClient.Do(r)
		check(t, err)
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: %d", host, answer.StatusCode)
		}
	}
}

func TestServeRefusesWhatItCannotShow(t *testing.T) {
	empty := t.TempDir()
	torn := filepath.Join(empty, "torn")
	check(t, os.MkdirAll(filepath.Join(torn, "index.html"), 0o777))
	for _, c := range []typing{
		{[]string{"-dir", empty}, "there is no page in it (index.html): make web makes one"},
		{[]string{"-dir", torn}, "there is no page in it"},
		{[]string{"-dir", filepath.Join(empty, "none")}, "there is no page in it"},
		{[]string{"-port", "65536"}, "-port: 65536 is outside 0..65535"},
		{[]string{"-port", "-1"}, "-port: -1 is outside 0..65535"},
		{[]string{"-host", ""}, `-host: "" is no host's name`},
		{[]string{"-host", "demo.example:80"}, `-host: "demo.example:80" is no host's name`},
		{[]string{"-host", "http://demo.example"}, `-host: "http://demo.example" is no host's name`},
	} {
		var out bytes.Buffer
		err := Serve(c.args, Env{Out: &out, Stop: context.Background()})
		if usage := (Usage{}); !errors.As(err, &usage) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || out.Len() > 0 {
			t.Errorf("%q: %v, want %q", c.args, err, c.want)
		}
	}
}

// pipes are connections in memory, whose time-outs use a bubble's clock.
type pipes struct{ coming chan net.Conn }

func (p pipes) Accept() (net.Conn, error) {
	c, ok := <-p.coming
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}
func (p pipes) Close() error   { close(p.coming); return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// dial returns a browser's end of a connection.
func (p pipes) dial() net.Conn {
	browser, server := net.Pipe()
	p.coming <- server
	return browser
}

// inBubble serves a page, with a program as large as the real one, in a bubble whose time passes at once.
func inBubble(t *testing.T, test func(*testing.T, pipes)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		handler, err := web.Handler(fstest.MapFS{"index.html": {Data: []byte("the page")}, "driftlab.wasm": {Data: make([]byte, 30_000_000)}})
		check(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		p, ended := pipes{make(chan net.Conn)}, make(chan error)
		go func() { ended <- serve(p, handler, Env{Stop: ctx}) }()
		test(t, p)
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// closes reports whether the server closes a connection within some minutes in which nobody reads from it.
func closes(c net.Conn) bool {
	time.Sleep(15 * time.Minute)
	c.SetReadDeadline(time.Now().Add(time.Second))
	_, err := io.Copy(io.Discard, c)
	return err == nil
}

func TestServeLetsConnectionsGoThatSayOrTakeNothing(t *testing.T) {
	for name, said := range map[string]string{
		"nothing at all":    "",
		"half a request":    "GET / HTTP/1.1\r\nHost: local",
		"a body that lacks": "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n",
		"no second request": "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"it does not read":  "GET /driftlab.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, p pipes) {
				c := p.dial()
				defer c.Close()
				io.WriteString(c, said)
				if name == "no second request" {
					if _, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil {
						t.Fatal(err)
					}
				}
				if !closes(c) {
					t.Error("the connection is still open")
				}
			})
		})
	}
}

func TestServeSendsTheProgramToASlowBrowser(t *testing.T) {
	inBubble(t, func(t *testing.T, p pipes) {
		c := p.dial()
		defer c.Close()
		io.WriteString(c, "GET /driftlab.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n")
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		check(t, err)
		const second = 64 << 10 // bytes
		got := int64(0)
		for err == nil {
			var n int64
			n, err = io.CopyN(io.Discard, answer.Body, second)
			got += n
			time.Sleep(time.Second)
		}
		if err != io.EOF || got != 30_000_000 {
			t.Errorf("%d bytes have come, %v", got, err)
		}
	})
}

func TestServeHasAsManyConnectionsAsItMay(t *testing.T) {
	inBubble(t, func(t *testing.T, p pipes) {
		var all []net.Conn
		for range mostConnections {
			all = append(all, p.dial())
		}
		synctest.Wait()
		more := p.dial()
		more.SetReadDeadline(time.Now().Add(time.Second)) // long before it would be closed for silence
		if _, err := more.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("one too many is open: %v", err)
		}
		all[0].Close()
		synctest.Wait()
		all[0] = p.dial()
		synctest.Wait()
		if _, err := io.WriteString(all[0], "G"); err != nil {
			t.Errorf("where one has gone there is no room: %v", err)
		}
		for _, c := range all {
			c.Close()
		}
	})
}
