package process

import (
	"bytes"
	"io"
	"sync"

	"driftlab/internal/texts"
	"driftlab/netsync/guest"
)

// maxErrors is how much of a program's standard error goes through, in bytes.
const maxErrors = 64 << 10

// A prefixed writes lines with a name before each, up to maxErrors, and no more.
type prefixed struct {
	to     io.Writer
	prefix string

	mu    sync.Mutex
	line  []byte
	wrote int
	over  bool
}

// Write implements io.Writer. It never fails: a program must not end because nobody reads its errors.
func (p *prefixed) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(b)
	for len(b) > 0 && !p.over {
		end := bytes.IndexByte(b, '\n')
		piece := b
		if end >= 0 {
			piece = b[:end]
		}
		piece = piece[:min(len(piece), guest.MaxLine-len(p.line))]
		p.line = append(p.line, piece...)
		b = b[len(piece):]
		if len(b) > 0 && b[0] == '\n' {
			b = b[1:]
			p.flush()
		} else if len(p.line) == guest.MaxLine {
			p.flush()
		}
	}
	return n, nil
}

func (p *prefixed) flush() {
	text := p.prefix + texts.Line(string(p.line)) + "\n"
	p.line = p.line[:0]
	if p.wrote += len(text); p.wrote > maxErrors {
		p.over = true
		text = p.prefix + "(the rest of its standard error is left out)\n"
	}
	io.WriteString(p.to, text)
}

// finish writes what is left.
func (p *prefixed) finish() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.line) > 0 && !p.over {
		p.flush()
	}
}
