package cli

import (
	"context"
	"errors"
	"flag"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

// refusing accepts n bytes and then fails.
type refusing struct {
	left int
	err  error
}

func (r *refusing) Write(b []byte) (int, error) {
	n := min(len(b), r.left)
	if r.left -= n; n < len(b) {
		return n, r.err
	}
	return n, nil
}

// telling are quick command lines that write to standard output, one for each command.
func telling(t *testing.T) map[string][]string {
	dir := t.TempDir()
	for _, shard := range []string{"1", "2"} {
		check(t, Sweep(append(smallSweep, "-shard", shard+"/2", "-o", filepath.Join(dir, shard)), quick()))
	}
	return map[string][]string{
		"":           {"-h"},
		"run":        {"-duration", "100ms", "-carrier", "direct"},
		"record":     {"-encoders"},
		"sweep":      append([]string{"-o", filepath.Join(dir, "sweep")}, smallSweep...),
		"merge":      {filepath.Join(dir, "1"), filepath.Join(dir, "2"), "-o", filepath.Join(dir, "merged")},
		"judge":      {"-h"},
		"vectors":    {"rtt2", "-links", "judge-wifi", "-o", filepath.Join(dir, "vectors")},
		"lessons":    {"-measures"},
		"link":       {"-from", "4g"},
		"serve":      {"-port", "0"},
		"keys":       nil,
		"version":    nil,
		"completion": {"bash"},
		"help":       nil,
	}
}

func TestEveryCommandWhoseOutputIsNotWholeFailsInOneLine(t *testing.T) {
	withoutCluster(t)
	lines := telling(t)
	for _, c := range commandsOf() {
		if c.Run == nil {
			continue
		}
		args, ok := lines[c.Name]
		if !ok {
			t.Errorf("driftlab %s: what it writes is not tested", c.Name)
		}
		for _, args := range [][]string{args, {"-h"}} {
			for _, left := range []int{0, 20} {
				e := quick()
				e.Out, e.Page = &refusing{left, syscall.ENOSPC}, fstest.MapFS{"index.html": {Data: []byte("the page")}}
				err := c.Run(args, e)
				if Status(err) != 1 || !errors.Is(err, syscall.ENOSPC) || err.Error() != "standard output: "+syscall.ENOSPC.Error() {
					t.Errorf("driftlab %s %v, room for %d bytes: status %d, %v", c.Name, args, left, Status(err), err)
				}
			}
		}
	}
}

func TestACommandThatNobodyReadsAnyMoreStopsQuietly(t *testing.T) {
	for name, args := range map[string][]string{"keys": nil, "lessons": {"-markdown"}} { // all lessons take long: the rest isn't played
		e := quick()
		e.Out = &refusing{0, closedPipe[0]}
		err := Find(commandsOf(), name).Run(args, e)
		if Status(err) != 141 || !errors.As(err, &Unread{}) {
			t.Errorf("driftlab %s: status %d, %v", name, Status(err), err)
		}
	}
}

func TestWhatAnOutputHasOnceRefusedIsNotFollowedByMore(t *testing.T) {
	t.Parallel()
	to := &refusing{3, filetest.ErrFull}
	o := &output{to: to}
	io.WriteString(o, "four")
	to.left = 100
	if n, err := io.WriteString(o, "more"); n != 0 || !errors.Is(err, filetest.ErrFull) {
		t.Errorf("%d bytes, %v", n, err)
	}
	for _, test := range []struct{ err, want error }{
		{nil, filetest.ErrFull}, {flag.ErrHelp, filetest.ErrFull}, {filetest.ErrFull, filetest.ErrFull}, {files.ErrLink, files.ErrLink},
	} {
		if err := o.told(test.err); !errors.Is(err, test.want) {
			t.Errorf("%v becomes %v", test.err, err)
		}
	}
	if err := (&output{}).told(context.Canceled); !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "output") {
		t.Errorf("of what was written whole it says %v", err)
	}
}
