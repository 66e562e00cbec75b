package share

import (
	"errors"
	"io"
	"io/fs"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"driftlab/internal/programs"
	"driftlab/ui/notice"
)

// dialogs are the commands that show a system's own dialog for a file and print its path, the best first. They end with
// status 1 and print nothing where a person chooses none.
var dialogs = map[string][][]string{
	"windows": {{"powershell", "-NoProfile", "-STA", "-Command", "[Console]::OutputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Windows.Forms; " +
		"$d = New-Object System.Windows.Forms.OpenFileDialog; if ($d.ShowDialog() -ne 'OK') { exit 1 }; [Console]::Write($d.FileName)"}},
	"darwin": {{"osascript", "-e", "POSIX path of (choose file)"}},
	"":       {{"zenity", "--file-selection"}, {"kdialog", "--getopenfilename", "."}},
}

// errNoDialog is what a system without such a command answers.
var errNoDialog = errors.New("no program for a dialog")

// askForFile shows the system's dialog and returns the path that a person has chosen, "" for none.
func askForFile() (path string, err error) {
	commands, ok := dialogs[runtime.GOOS]
	if !ok {
		commands = dialogs[""]
	}
	for _, command := range commands {
		program, err := programs.Find(command[0])
		if err != nil {
			continue
		}
		c := exec.Command(program, command[1:]...)
		programs.WithoutConsole(c)
		c.WaitDelay = time.Second // for what it has started and left running, as a bus of messages
		out, err := c.Output()
		var ended *exec.ExitError
		if errors.Is(err, exec.ErrWaitDelay) {
			err = nil
		}
		if errors.As(err, &ended) && ended.ExitCode() == 1 && len(out) == 0 {
			return "", nil
		}
		return strings.TrimRight(string(out), "\r\n"), err
	}
	return "", errNoDialog
}

// browse has a person choose a file in the system's dialog, beside which the window goes on, and opens it. Where there is
// no dialog the path is to be typed.
func (s *Room) browse() {
	if s.asking {
		return
	}
	s.asking = true
	go func() {
		if s.opt.Choose != nil {
			given, err := s.opt.Choose()
			s.window.Later(func() { s.chosen(given, err) })
			return
		}
		path, err := askForFile()
		s.window.Later(func() {
			s.asking = false
			switch {
			case errors.Is(err, errNoDialog):
				s.OpenByPath()
				s.lines.ShowNotice(s.picture.Words.T("share.no-dialog"))
			case err != nil:
				s.OpenByPath()
				s.lines.ShowFault(s.picture.Words.F("share.dialog-failed", notice.Reason(err)))
			case path != "":
				s.OpenText(path)
			}
		})
	}()
}

// chosen opens files that a person has chosen where there are no paths.
func (s *Room) chosen(given fs.FS, err error) {
	s.asking = false
	if err != nil || given == nil {
		s.lines.ShowError(err)
		return
	}
	s.Drop(given)
	if c, ok := given.(io.Closer); ok {
		c.Close() // what is left of them is forgotten with the page
	}
}
