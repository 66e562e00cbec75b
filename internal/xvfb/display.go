package xvfb

import (
	"io"
	"net"
	"regexp"
	"strconv"
	"time"
)

// answerWithin is how long a server may take to answer that is there: over ssh some tenths of a second.
const answerWithin = 5 * time.Second

// displayName is what DISPLAY looks like: HOST:NUMBER.SCREEN. Before HOST may be a protocol and a slash.
var displayName = regexp.MustCompile(`^(?:(unix|tcp|inet6?)/)?(.*?):(\d{1,5})(?:\.\d{1,5})?$`)

// firstPort is the port of display 0.
const firstPort = 6000

// Answers says whether an X server answers on a display, here or on another machine.
func Answers(display string) bool { return answers(display, answerWithin) }

func answers(display string, within time.Duration) bool {
	name := displayName.FindStringSubmatch(display)
	if name == nil {
		return false
	}
	protocol, host, number := name[1], name[2], name[3]
	if protocol == "unix" || host == "" || host == "unix" {
		path := "/tmp/.X11-unix/X" + number
		return isServer("unix", path, within) || isServer("unix", "@"+path, within)
	}
	if host[0] == '/' { // macOS names the server's socket
		return isServer("unix", display, within) || isServer("unix", host+":"+number, within)
	}
	n, err := strconv.Atoi(number)
	if err != nil || n > 1<<16-1-firstPort {
		return false
	}
	if len(host) > 1 && host[0] == '[' && host[len(host)-1] == ']' {
		host = host[1 : len(host)-1]
	}
	return isServer("tcp", net.JoinHostPort(host, strconv.Itoa(firstPort+n)), within)
}

// isServer says whether what listens at an address speaks X11. It asks for a connection of version 11.0 and no
// authorization: whether that is granted (1), refused (0) or wants more (2), it is a server that says so.
func isServer(network, address string, within time.Duration) bool {
	c, err := net.DialTimeout(network, address, within)
	if err != nil {
		return false
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(within))
	if _, err := c.Write([]byte{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0}); err != nil {
		return false
	}
	var answer [8]byte
	_, err = io.ReadFull(c, answer[:])
	return err == nil && answer[0] <= 2 && (answer[0] == 2 || answer[2] == 11)
}
