package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestServeShowsThePageUntilItIsStopped(t *testing.T) {
	stop, cancel := context.WithCancel(context.Background())
	defer cancel()
	out, lines := io.Pipe()
	env := Env{Out: lines, Stop: stop, Page: fstest.MapFS{"index.html": {Data: []byte("the page")}}}
	ended := make(chan error, 1)
	go func() { ended <- Serve([]string{"-port", "0"}, env) }()
	said := make([]byte, 200)
	n, err := out.Read(said)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(said[:n]), "http://")
	at, _, ok := strings.Cut(rest, " ")
	if !ok || !strings.HasPrefix(at, "127.0.0.1:") {
		t.Fatalf("it says %q", said[:n])
	}
	answer, err := http.Get("http://" + at)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || string(body) != "the page" {
		t.Errorf("it shows %q, %v", body, err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("stopped it says %v", err)
	}
}

func TestServeRefusesWhatItCannotShow(t *testing.T) {
	empty := t.TempDir()
	torn := filepath.Join(empty, "torn")
	if err := os.MkdirAll(filepath.Join(torn, "index.html"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-dir", empty}, "there is no page in it (index.html): make web makes one"},
		{[]string{"-dir", torn}, "there is no page in it"},
		{[]string{"-dir", filepath.Join(empty, "none")}, "there is no page in it"},
		{[]string{"-port", "65536"}, "-port: 65536 is outside 0..65535"},
		{[]string{"-port", "-1"}, "-port: -1 is outside 0..65535"},
	} {
		var out bytes.Buffer
		err := Serve(c.args, Env{Out: &out, Stop: context.Background()})
		if usage := (Usage{}); !errors.As(err, &usage) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || out.Len() > 0 {
			t.Errorf("%q: %v, want %q", c.args, err, c.want)
		}
	}
}
