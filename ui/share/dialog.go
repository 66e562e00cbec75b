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

// dialogs are the commands that show a system's dialog for a file and print its path, the best first. If a person cancels, they
// exit with status 1 and print nothing.
var dialogs = map[string][][]string{
	"windows": {{"powershell", "-NoProfile", "-STA", "-Command", "[Console]::OutputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Windows.Forms; " +
		"$d = New-Object System.Windows.Forms.OpenFileDialog; if ($d.ShowDialog() -ne 'OK') { exit 1 }; [Console]::Write($d.FileName)"}},
	"darwin": {{"osascript", "-e", "POSIX path of (choose file)"}},
	"":       {{"zenity", "--file-selection"}, {"kdialog", "--getopenfilename", "."}},
}

// errNoDialog is the error of a system without such a command.
var errNoDialog = errors.New("no program for a dialog")

// askForFile shows the system's dialog and returns the chosen path, "" for none.
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
		c.WaitDelay = time.Second // for processes that it has left running, such as a message bus
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

// browse opens a file that a person chooses in the system's dialog, while the window continues. Without a dialog the person must
// type the path.
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

// chosen opens files that a person has chosen on a page, which have no paths.
func (s *Room) chosen(given fs.FS, err error) {
	s.asking = false
	if err != nil || given == nil {
		s.lines.ShowError(err)
		return
	}
	s.Drop(given)
	if c, ok := given.(io.Closer); ok {
		c.Close() // the page forgets them
	}
}
