package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

// measure sends the datagrams of every case from one network namespace to another, over a veth pair
// whose sending end has netem, and writes their summaries.
//
// It needs CAP_NET_ADMIN and CAP_SYS_ADMIN, ip and tc, and changes nothing outside its own namespaces.
func measure(w io.Writer) error {
	from, err := newNamespace()
	if err != nil {
		return err
	}
	to, err := newNamespace()
	if err != nil {
		return err
	}
	if err := joinByVeth(from, to); err != nil {
		return err
	}
	// The kernel and tc. FIDELITY_WHERE says what the kernel runs in.
	version, _ := os.ReadFile("/proc/version")
	tc, _ := exec.Command("tc", "-V").Output()
	words := strings.Fields(string(version))
	kernel := strings.Join(words[:min(3, len(words))], " ")
	if i := strings.LastIndex(string(version), ") #"); i >= 0 {
		kernel += strings.TrimRight(string(version[i+1:]), "\n")
	}
	results := results{Where: strings.TrimSpace(kernel + "; " + strings.TrimSpace(string(tc)) + "; " + os.Getenv("FIDELITY_WHERE"))}
	for i, c := range cases() {
		fmt.Fprintf(os.Stderr, "%s: netem %s\n", c.name, c.netem)
		s, err := measureCase(from, to, c, 20_000+i)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		results.Cases = append(results.Cases, result{c.name, s})
	}
	return results.write(w)
}

// A namespace is a network namespace, which only the one thread that made it is in.
type namespace struct {
	path string // of its file in /proc
	work chan func()
}

// newNamespace starts a thread in a network namespace of its own.
func newNamespace() (*namespace, error) {
	n := &namespace{work: make(chan func())}
	ready := make(chan error)
	go func() {
		runtime.LockOSThread() // for good: no other goroutine may run in this namespace
		n.path = fmt.Sprintf("/proc/%d/task/%d/ns/net", os.Getpid(), syscall.Gettid())
		ready <- syscall.Unshare(syscall.CLONE_NEWNET)
		for f := range n.work {
			f()
		}
	}()
	if err := <-ready; err != nil {
		return nil, fmt.Errorf("a new network namespace: %w", err)
	}
	return n, nil
}

// do runs f in the namespace.
func (n *namespace) do(f func() error) error {
	done := make(chan error)
	n.work <- func() { done <- f() }
	return <-done
}

// command runs a program in the namespace.
func (n *namespace) command(line string) error {
	return n.do(func() error {
		words := strings.Fields(line)
		out, err := exec.Command(words[0], words[1:]...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w: %s", line, err, strings.TrimSpace(string(out)))
		}
		return nil
	})
}

// joinByVeth lays a veth pair between two namespaces. Neighbours are fixed and IPv6 is off, so that no
// packet but the experiment's passes netem and uses up its random numbers.
func joinByVeth(from, to *namespace) error {
	ends := []struct {
		ns                           *namespace
		link, mac, peer, address, to string
	}{
		{from, "out", "02:00:00:00:00:01", "02:00:00:00:00:02", "10.99.0.1", "10.99.0.2"},
		{to, "in", "02:00:00:00:00:02", "02:00:00:00:00:01", "10.99.0.2", "10.99.0.1"},
	}
	if err := from.command("ip link add out type veth peer name in netns " + to.path); err != nil {
		return err
	}
	for _, e := range ends {
		for _, line := range []string{
			"ip link set dev " + e.link + " address " + e.mac + " addrgenmode none",
			"ip address add " + e.address + "/24 dev " + e.link,
			"ip link set dev " + e.link + " up",
			"ip neighbour replace " + e.to + " lladdr " + e.peer + " dev " + e.link + " nud permanent",
		} {
			if err := e.ns.command(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// measureCase sends and receives the datagrams of one case.
func measureCase(from, to *namespace, c testCase, port int) (summary, error) {
	// A netem that follows a netem would be the old one with changes: it would keep its table.
	for _, qdisc := range []string{"pfifo", c.qdisc()} {
		if err := from.command("tc qdisc replace dev out root " + qdisc); err != nil {
			return summary{}, err
		}
	}
	var e exchange
	if err := to.do(func() (err error) { e.in, err = receiver(port); return err }); err != nil {
		return summary{}, err
	}
	defer syscall.Close(e.in)
	if err := from.do(func() (err error) { e.out, err = sender(port); return err }); err != nil {
		return summary{}, err
	}
	defer syscall.Close(e.out)

	late, err := e.run(c.sending)
	if err != nil {
		return summary{}, err
	}
	s := summarise(c.sending.count, e.arrivals)
	s.SendLate = percentiles(late)[99]
	return s, nil
}

// An exchange is the sending and receiving of one case's datagrams. One thread does both: it looks for
// arrivals after each datagram that it sends, which is soon enough since the kernel stamps them.
type exchange struct {
	out, in  int     // sockets
	stamps   []int64 // when each was sent, in ns of the system's clock
	arrivals []arrival
	data     [2 * payload]byte
	control  [128]byte
}

// idle is how long nothing arrives before a case is over.
const idle = 2 * time.Second

// run sends all datagrams on schedule and receives until all is quiet. It returns how late each was sent.
func (e *exchange) run(plan schedule) (late []time.Duration, err error) {
	e.stamps = make([]int64, plan.count)
	e.arrivals = make([]arrival, 0, 2*plan.count)
	late = make([]time.Duration, plan.count)
	data := make([]byte, payload)
	start := time.Now().UnixNano() + int64(100*time.Millisecond)
	for i := range late {
		putNumber(data, i)
		due := start + int64(plan.at(i))
		sleepUntil(due)
		e.stamps[i] = time.Now().UnixNano()
		late[i] = time.Duration(e.stamps[i] - due)
		if _, err := syscall.Write(e.out, data); err != nil {
			return nil, fmt.Errorf("datagram %d: %w", i, err)
		}
		if err := e.drain(); err != nil {
			return nil, err
		}
	}
	for had := -1; had < len(e.arrivals); {
		had = len(e.arrivals)
		for range idle / ms {
			sleepUntil(time.Now().Add(ms).UnixNano())
			if err := e.drain(); err != nil {
				return nil, err
			}
		}
	}
	return late, nil
}

// sleepUntil sleeps until the system's clock shows t ns. Go's own sleep may take a millisecond longer, and
// while a thread is in an ordinary system call Go looks after it every 20 µs: in an emulator that would
// be most of the work.
func sleepUntil(t int64) {
	for now := time.Now().UnixNano(); now < t; now = time.Now().UnixNano() {
		rest := syscall.NsecToTimespec(t - now)
		syscall.RawSyscall(syscall.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&rest)), 0, 0) // a signal may end it early: the loop sleeps again
	}
}

// drain receives what has arrived.
func (e *exchange) drain() error {
	for {
		n, controls, _, _, err := syscall.Recvmsg(e.in, e.data[:], e.control[:], syscall.MSG_DONTWAIT)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EAGAIN):
			return nil
		case err != nil:
			return err
		}
		at, err := stamp(e.control[:controls])
		if err != nil {
			return err
		}
		seq := number(e.data[:])
		if n != payload || seq < 0 || seq >= len(e.stamps) {
			return fmt.Errorf("a stray datagram of %d bytes", n)
		}
		e.arrivals = append(e.arrivals, arrival{seq, time.Duration(at - e.stamps[seq])})
	}
}

// sender opens the socket from which the datagrams are sent.
func sender(port int) (int, error) {
	return socket(func(fd int) error {
		return syscall.Connect(fd, &syscall.SockaddrInet4{Port: port, Addr: [4]byte{10, 99, 0, 2}})
	})
}

// receiver opens a socket whose datagrams the kernel stamps as they come out of the veth pair.
func receiver(port int) (int, error) {
	return socket(func(fd int) error {
		return errors.Join(syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_TIMESTAMPNS, 1), syscall.Bind(fd, &syscall.SockaddrInet4{Port: port}))
	})
}

// socket opens a socket for datagrams and makes it ready.
func socket(ready func(fd int) error) (int, error) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM, 0)
	if err != nil {
		return 0, err
	}
	if err := ready(fd); err != nil {
		syscall.Close(fd)
		return 0, err
	}
	return fd, nil
}

// stamp returns the kernel's time of receipt.
func stamp(control []byte) (int64, error) {
	messages, err := syscall.ParseSocketControlMessage(control)
	if err != nil {
		return 0, err
	}
	for _, m := range messages {
		if m.Header.Type == syscall.SO_TIMESTAMPNS && len(m.Data) >= int(unsafe.Sizeof(syscall.Timespec{})) {
			return (*syscall.Timespec)(unsafe.Pointer(&m.Data[0])).Nano(), nil
		}
	}
	return 0, errors.New("the kernel gave a datagram no time stamp")
}
