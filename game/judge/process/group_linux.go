package process

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// ownGroup has a program lead a process group, and end with the thread of this program that starts it.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// groupTakes returns the resident memory of a process group, and how many processes it has.
func groupTakes(group int) (memory int64, processes int) {
	folder, err := os.Open("/proc")
	if err != nil {
		return 0, 0
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(-1)
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		text, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // it has ended
		}
		// Behind the program's name, in brackets: state, parent, group, and 19 fields on the resident pages (proc(5)).
		fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
		if len(fields) < 22 || string(fields[2]) != strconv.Itoa(group) {
			continue
		}
		pages, _ := strconv.ParseInt(string(fields[21]), 10, 64)
		memory += pages * int64(os.Getpagesize())
		processes++
	}
	return memory, processes
}
