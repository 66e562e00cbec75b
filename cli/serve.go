package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"driftlab/web"
)

// pageFolder is where make web makes the page.
const pageFolder = "dist/web"

// Serve shows the page that make web has made, on this machine's own addresses only, until it is stopped.
func Serve(args []string, env Env) error {
	set := flag.NewFlagSet("serve", flag.ContinueOnError)
	folder := set.String("dir", "", "`FOLDER` of the page (default: the program's own where it has one, else "+pageFolder+")")
	port := set.Int("port", 8080, "`PORT` on this machine's loopback address; 0 for any that is free")
	if err := parse(set, args, env, "driftlab serve: the program as a page, for a browser on this machine"); err != nil {
		return err
	}
	if *port < 0 || *port > 65535 {
		return usagef("-port: %d is outside 0..65535", *port)
	}
	page, name := env.Page, "its own page"
	if *folder != "" || page == nil {
		name = pageFolder
		if *folder != "" {
			name = *folder
		}
		page = os.DirFS(name)
	}
	handler, err := web.Handler(page)
	if err != nil {
		return usagef("-dir: %q: %w", name, err)
	}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		return usagef("-port: %w", err)
	}
	if _, err := fmt.Fprintf(env.Out, "driftlab: %s is at http://%s/ until Ctrl-C\n", name, l.Addr()); err != nil {
		l.Close() // nobody knows where it is
		return err
	}
	return serve(l, handler, env)
}

// serve answers until it is to end.
func serve(l net.Listener, handler http.Handler, env Env) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-env.Stop.Done()
		soon, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if server.Shutdown(soon) != nil {
			server.Close()
		}
	}()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
