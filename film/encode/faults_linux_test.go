package encode

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"driftlab/internal/await"
)

// childTask says to a test's child process what it is there for.
const childTask = "DRIFTLAB_RECORD_TEST"

func TestMain(m *testing.M) {
	task, path, _ := strings.Cut(os.Getenv(childTask), " ")
	switch task {
	case "full":
		os.Exit(fillDisk(path))
	case "endless":
		os.Exit(filmEndlessly(path))
	}
	os.Exit(m.Run())
}

// child starts this test program again for a task on encoder:path.
func child(task, encoder, path string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), childTask+"="+task+" "+encoder+":"+path)
	c.Stderr = os.Stderr
	return c
}

func childSpec(path string) Spec {
	encoder, path, _ := strings.Cut(path, ":")
	return Spec{Path: path, Width: 160, Height: 90, FPS: 30, Encoder: encoder}
}

// fillDisk mounts a disk of 512 kB, in which a cluster of WebM has room, in its own namespace, films onto it until that fails, and says what happened.
func fillDisk(path string) int {
	spec := childSpec(path)
	folder := filepath.Dir(spec.Path)
	if err := syscall.Mount("none", folder, "tmpfs", 0, "size=512k"); err != nil {
		fmt.Println("SKIP:", err)
		return 0
	}
	if err := os.WriteFile(spec.Path, []byte(oldFilm), 0o666); err != nil {
		fmt.Println(err)
		return 1
	}
	film, err := Create(spec)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	for range 3000 {
		b := film.Buffer()
		noise(film.Frames(), b)
		if err = film.Write(b); err != nil {
			break
		}
	}
	if err == nil {
		err = errors.New("it never failed")
	}
	fmt.Println("Write:", err)
	fmt.Println("Close:", film.Close())
	old, _ := os.ReadFile(spec.Path)
	fmt.Printf("Old: %q\n", old)
	return 0
}

func TestFullDiskIsOneLineAndTheOlderFilmStays(t *testing.T) {
	someEncoders(t, 2, func(t *testing.T, f format, e encoder) {
		c := child("full", e.name, filepath.Join(t.TempDir(), "a."+f.extension))
		c.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		}
		out, err := c.Output()
		if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) || strings.HasPrefix(string(out), "SKIP:") {
			t.Skipf("no disk can be mounted here: %v %s", err, out)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if err != nil || len(lines) != 3 {
			t.Fatalf("%v\n%s", err, out)
		}
		if !strings.HasPrefix(lines[0], "Write: ") || !strings.Contains(strings.ToLower(lines[0]), "no space left on device") {
			t.Error(lines[0])
		}
		if !strings.Contains(lines[1], "the finished part of the film is in ") {
			t.Error(lines[1])
		}
		if lines[2] != fmt.Sprintf("Old: %q", oldFilm) {
			t.Error(lines[2])
		}
	})
}

// filmEndlessly films until it is killed.
func filmEndlessly(path string) int {
	film, err := Create(childSpec(path))
	if err != nil {
		fmt.Println(err)
		return 1
	}
	for {
		b := film.Buffer()
		drawMarked(film.Frames(), film.spec.Width, film.spec.Height, b)
		if err := film.Write(b); err != nil {
			fmt.Println(err)
			return 1
		}
	}
}

func TestKilledProgramLeavesAPartThatPlaysAndTheOlderFilm(t *testing.T) {
	need(t, "ffprobe")
	someEncoders(t, 2, func(t *testing.T, f format, e encoder) {
		spec := smallSpec(t, "a."+f.extension, e.name)
		c := child("endless", e.name, spec.Path)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		part := PartName(spec.Path)
		if f.extension == "png" {
			part = pngPart(strings.Replace(spec.Path, ".png", "-%06d.png", 1))
		}
		await.Until(t, "the part is begun", func() bool { return sizeOf(part) > 60_000 })
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		oldFilmStays(t, spec.Path)
		if f.extension == "png" {
			part = filepath.Join(part, "a-%06d.png")
		}
		// ffmpeg outlives the program by as long as it takes to complete what it has.
		await.NoProcessOf(t, part)
		await.Until(t, "the part is whole", func() bool { return exec.Command("ffprobe", "-v", "error", part).Run() == nil })
		if f.extension == "png" {
			return // the last picture may be half of one
		}
		plays(t, part)
	})
}
