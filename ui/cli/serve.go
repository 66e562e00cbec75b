package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"regexp"
	"sync/atomic"
	"time"

	"driftlab/ui/web"
)

// pageFolder is where make web makes the page.
const pageFolder = "ui/web/dist"

// Serve serves the page that make web has made, only on this machine's loopback addresses, until it is stopped.
func Serve(args []string, env Env) error {
	set := flag.NewFlagSet("serve", flag.ContinueOnError)
	folder := set.String("dir", "", "`FOLDER` of the page (default: the program's own where it has one, else "+pageFolder+")")
	port := set.Int("port", 8080, "`PORT` on this machine's loopback address; 0 for any that is free")
	var hosts []string
	addList(set, &hosts, "host", "another host `NAME` under which the page may be opened, besides localhost and loopback addresses; may be repeated")
	if err := parse(set, args, env, "driftlab serve: the program as a page, for a browser on this machine"); err != nil {
		return err
	}
	if *port < 0 || *port > 65535 {
		return usagef("-port: %d is outside 0..65535", *port)
	}
	for _, host := range hosts {
		if !hostName.MatchString(host) {
			return usagef("-host: %q is no host's name (allowed: a name or an address, without a port, such as demo.example)", host)
		}
	}
	page, name := env.Page, "its own page"
	if *folder != "" || page == nil {
		name = cmp.Or(*folder, pageFolder)
		root, err := os.OpenRoot(name) // no link leads out of it
		if err != nil {
			return usagef("-dir: %q: %w", name, web.ErrNoPage)
		}
		defer root.Close()
		page = root.FS()
	}
	handler, err := web.Handler(page, hosts...)
	if err != nil {
		return usagef("-dir: %q: %w", name, err)
	}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		return usagef("-port: %w", err)
	}
	if _, err := fmt.Fprintf(env.Out, "driftlab: %s is at http://%s/ until Ctrl-C\n", name, l.Addr()); err != nil {
		l.Close() // there is none
		return err
	}
	return serve(l, handler, env)
}

// hostName is a host's name, or an address without brackets.
var hostName = regexp.MustCompile(`^([A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|[0-9A-Fa-f:]*:[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)$`)

// mostConnections is how many connections may be open at once. A browser opens six.
const mostConnections = 256

// serve answers requests until it must end.
func serve(l net.Listener, handler http.Handler, env Env) error {
	var open atomic.Int64
	server := &http.Server{
		Handler:                      handler,
		DisableGeneralOptionsHandler: true, // else the server answers OPTIONS * itself
		ReadHeaderTimeout:            10 * time.Second,
		ReadTimeout:                  20 * time.Second,
		WriteTimeout:                 10 * time.Minute, // the program's 30 MB at 50 kB/s, through a tunnel
		IdleTimeout:                  time.Minute,
		ConnState: func(c net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew:
				if open.Add(1) > mostConnections {
					c.Close()
				}
			case http.StateClosed:
				open.Add(-1)
			}
		},
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
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
	<-stopped
	return nil
}
