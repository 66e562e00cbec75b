package files

import (
	"sync"
)

// Faulty is a file system in which one step fails: the Fail-th making of a file or a folder, write, sync or
// close of a file, or rename, counted from 1. It is for tests, and never waits for the disk.
type Faulty struct {
	FS
	Fail int    // 0 for none
	Err  error  // with which it fails; nil for none
	Do   func() // is called before it; nil for nothing

	mu    sync.Mutex
	steps int
}

// Steps returns how many steps there were that can fail.
func (f *Faulty) Steps() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.steps
}

// step counts one and returns the error of the one that fails.
func (f *Faulty) step() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.steps++
	if f.steps != f.Fail {
		return nil
	}
	if f.Do != nil {
		f.Do()
	}
	return f.Err
}

func (f *Faulty) Create(name string) (File, error) { return f.begin(f.FS.Create, name) }
func (f *Faulty) Append(name string) (File, error) { return f.begin(f.FS.Append, name) }
func (f *Faulty) Into(name string) (File, error)   { return f.begin(f.FS.Into, name) }

func (f *Faulty) MkdirAll(name string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.FS.MkdirAll(name)
}

func (f *Faulty) begin(open func(string) (File, error), name string) (File, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	file, err := open(name)
	if err != nil {
		return nil, err
	}
	return &faultyFile{file, f}, nil
}

func (f *Faulty) Rename(from, to string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.FS.Rename(from, to)
}

func (f *Faulty) SyncFolder(string) error { return nil }

type faultyFile struct {
	File
	fs *Faulty
}

// Write implements File. A write that fails has written its first half, as on a disk that fills up.
func (f *faultyFile) Write(b []byte) (int, error) {
	if err := f.fs.step(); err != nil {
		n, _ := f.File.Write(b[:len(b)/2])
		return n, err
	}
	return f.File.Write(b)
}

func (f *faultyFile) Sync() error {
	return f.fs.step()
}

// Close implements File. A close that fails has closed the file all the same.
func (f *faultyFile) Close() error {
	if err := f.fs.step(); err != nil {
		f.File.Close()
		return err
	}
	return f.File.Close()
}
