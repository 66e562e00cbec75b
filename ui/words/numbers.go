package words

import (
	"fmt"
	"io"
	"slices"
)

// Point returns what stands before a number's decimals: '.' or ','.
//
// It is for what is shown. What is parsed, copied as text or written into files has a point; fields take
// both, see asTyped in ui.
func (l *Language) Point() byte {
	if l.comma {
		return ','
	}
	return '.'
}

// Decimal returns a text with its numbers as the language writes them: of "0.5..2.5 ms" it makes
// "0,5..2,5 ms" in German. A point is a number's where digits stand on both sides of it.
func (l *Language) Decimal(text string) string {
	if !l.comma {
		return text
	}
	out := []byte(text)
	for i := 1; i+1 < len(out); i++ {
		if out[i] == '.' && digit(out[i-1]) && digit(out[i+1]) {
			out[i] = ','
		}
	}
	return string(out)
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

// A decimal is a number that [fmt] writes as a language does.
type decimal struct {
	of float64
	in *Language
}

// Format implements [fmt.Formatter].
func (d decimal) Format(f fmt.State, verb rune) {
	io.WriteString(f, d.in.Decimal(fmt.Sprintf(fmt.FormatString(f, verb), d.of)))
}

// decimals returns the arguments of F with decimals in place of floats.
func (l *Language) decimals(args []any) []any {
	if !l.comma {
		return args
	}
	out := slices.Clone(args)
	for i, arg := range out {
		if v, ok := arg.(float64); ok {
			out[i] = decimal{v, l}
		}
	}
	return out
}
