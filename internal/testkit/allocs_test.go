package testkit

import (
	"runtime"
	"testing"
)

var sink []byte

func TestWhatAFunctionAllocatesIsCountedEachTime(t *testing.T) {
	if n := AllocsPerRun(5, func() { sink = make([]byte, 100); sink = make([]byte, 100) }); n != 2 {
		t.Errorf("%v, want 2", n)
	}
	runs := 0
	if n := AllocsPerRun(5, func() {
		if runs++; runs%5 == 0 {
			for range 5 {
				sink = make([]byte, 100)
			}
		}
	}); n != 1 {
		t.Errorf("five in every fifth run: %v, want 1", n)
	}
}

// Another goroutine allocates while the function waits, but not for ever.
func TestWhatOtherGoroutinesAllocateIsNot(t *testing.T) {
	turn, back := make(chan bool), make(chan bool)
	var other []byte
	go func() {
		for range turn {
			other = make([]byte, 100)
			back <- true
		}
	}()
	defer close(turn)
	runs := 0
	f := func() {
		if runs++; runs < 30 {
			turn <- true
			<-back
		}
	}
	if n := testing.AllocsPerRun(5, f); n == 0 {
		t.Fatal("nothing disturbs the count")
	}
	if n := AllocsPerRun(5, f); n != 0 {
		t.Errorf("%v, want 0", n)
	}
	runtime.KeepAlive(other)
}

func TestWhatAFunctionAllocatesIsCountedInBytes(t *testing.T) {
	if n := BytesAtMost(5, 0, func() { sink = make([]byte, 1024); sink = make([]byte, 2048) }); n < 3072 || n > 4096 {
		t.Errorf("%v, want 3072", n)
	}
}
