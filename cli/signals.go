package cli

import (
	"context"
	"os"
	"os/signal"
)

// Signals returns a context that is done once the program is told to end. A second signal ends it at once. What
// whoever started the program has it ignore, as nohup does, is ignored still.
func Signals() context.Context {
	var heard []os.Signal
	for _, s := range endings {
		if !signal.Ignored(s) {
			heard = append(heard, s)
		}
	}
	if len(heard) == 0 { // which would mean all of them
		return context.Background()
	}
	ctx, stop := signal.NotifyContext(context.Background(), heard...)
	context.AfterFunc(ctx, stop)
	return ctx
}
