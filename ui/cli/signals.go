package cli

import (
	"context"
	"os"
	"os/signal"
)

// Signals returns a context that is done once a signal asks the program to end. A second signal ends it at once; SIGQUIT also
// prints all goroutines. Signals that were ignored when the program started, as by nohup, stay ignored. A pipe without a reader
// is a write error, not a signal, so that the program can finish or remove its files.
func Signals() context.Context {
	if brokenPipe != nil {
		signal.Notify(make(chan os.Signal, 1), brokenPipe) // which nobody looks at
	}
	var heard []os.Signal
	for _, s := range endings {
		if !signal.Ignored(s) {
			heard = append(heard, s)
		}
	}
	if len(heard) == 0 { // which would mean all of them
		return context.Background()
	}
	ctx, end := context.WithCancel(context.Background())
	first := make(chan os.Signal, 1)
	signal.Notify(first, heard...)
	go func() {
		<-first
		signal.Stop(first) // before anything is ended that may take long
		end()
	}()
	return ctx
}
