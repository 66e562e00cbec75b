package ui

import (
	"errors"
	"io"
	"io/fs"
	"os/exec"
	"runtime"
	"strings"

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
		withoutConsole(c)
		out, err := c.Output()
		var ended *exec.ExitError
		if errors.As(err, &ended) && ended.ExitCode() == 1 && len(out) == 0 {
			return "", nil
		}
		return strings.TrimRight(string(out), "\r\n"), err
	}
	return "", errNoDialog
}

// browse has a person choose a file in the system's dialog, beside which the window goes on, and opens it. Where there is
// no dialog the path is to be typed.
func (a *App) browse() {
	if a.share.asking {
		return
	}
	a.share.asking = true
	if a.opt.Choose != nil {
		go func() {
			given, err := a.opt.Choose()
			a.later <- func() { a.chosen(given, err) }
		}()
		return
	}
	go func() {
		path, err := askForFile()
		a.later <- func() { a.browsed(path, err) }
	}()
}

// chosen opens files that a person has chosen where there are no paths.
func (a *App) chosen(given fs.FS, err error) {
	a.share.asking = false
	if err != nil || given == nil {
		a.ShowError(err)
		return
	}
	a.drop(given)
	if c, ok := given.(io.Closer); ok {
		c.Close() // what is left of them is forgotten with the page
	}
}

func (a *App) browsed(path string, err error) {
	a.share.asking = false
	switch {
	case errors.Is(err, errNoDialog):
		a.openByPath()
		a.ShowNotice(a.Words.T("share.no-dialog"))
	case err != nil:
		a.openByPath()
		a.ShowFault(a.Words.F("share.dialog-failed", notice.Reason(err)))
	case path != "":
		a.openText(path)
	}
}
