package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Signals returns a context that is done once the program is told to end. A second signal ends it at once. What
// whoever started the program has it ignore, as nohup does, is ignored still.
func Signals() context.Context {
	var heard []os.Signal
	for _, s := range append([]os.Signal{os.Interrupt, syscall.SIGTERM}, hangUp...) {
		if !signal.Ignored(s) {
			heard = append(heard, s)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), heard...)
	context.AfterFunc(ctx, stop)
	return ctx
}
