package cli

import (
	"context"
	"os"
	"os/signal"
)

// Signals returns a context that is done once the program is told to end, whatever it does: it alone decides about
// signals. A second signal ends it at once, and if that is SIGQUIT, with what all goroutines do. What whoever started
// the program has it ignore, as nohup does, is ignored still. A pipe that nobody reads any more is an error of writing,
// and no signal: what has been begun is finished or taken away.
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
