package files

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// A Folder is where files lie that belong together, with the manifest by which the program knows its own: one
// that is not as the manifest has it is somebody's, and is not replaced.
type Folder struct {
	// Forgets says of the files of an earlier writing that are not written again which ones go, once all others have their
	// places; nil for none. One that somebody has changed stays.
	Forgets func(name string) bool

	set      *Set
	dir      string
	manifest string // its name
	known    []entry
	stale    []string // the paths of what goes
	release  func()   // of the claim
}

// isStale says whether a file of an earlier writing is to go.
func (f *Folder) isStale(e entry) bool {
	if f.Forgets == nil || !f.Forgets(e.name) {
		return false
	}
	if _, err := f.set.fs.Lstat(f.Path(e.name)); err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return sumNow(f.set.fs, f.Path(e.name)) == e.sum
}

// sumNow returns the checksum of a file, "" where there is no plain one that can be read.
func sumNow(fsys FS, path string) string {
	info, err := fsys.Lstat(path)
	if err != nil || plain(info) != nil {
		return ""
	}
	sum, err := Sum(fsys, path)
	if err != nil {
		return ""
	}
	return sum
}

// Folder opens a folder for files of the set; it is made if there is none. The name of the manifest says which
// of the folder's files belong together. Nothing else can write them until the set is committed or abandoned.
// Errors name the folder or the file.
func (s *Set) Folder(dir, manifest string) (*Folder, error) {
	dir = filepath.Clean(dir)
	if err := s.Mkdir(dir); err != nil {
		return nil, err
	}
	f := &Folder{set: s, dir: dir, manifest: manifest}
	path := filepath.Join(dir, manifest)
	if err := s.Free(path); err != nil {
		return nil, err
	}
	var err error
	if f.release, err = s.fs.Claim(path); err != nil {
		return nil, fmt.Errorf("folder %q: %w", dir, err)
	}
	s.tidy(dir)
	if f.known, err = readManifest(s.fs, path); err != nil {
		f.release()
		return nil, err
	}
	// Where an earlier writing was stopped while its files took their places, of two lines of a file the one is left
	// that it is as.
	if slices.ContainsFunc(f.known, func(e entry) bool { return e.next }) {
		var settled []entry
		mixed := areMixed(s.fs, dir, f.known)
		for _, e := range f.known {
			e.next, e.mixed = false, mixed
			if !slices.Contains(settled, e) && sumNow(s.fs, f.Path(e.name)) == e.sum {
				settled = append(settled, e)
			}
		}
		f.known = settled
	}
	s.folders = append(s.folders, f)
	return f, nil
}

// Create begins a file of the folder. Its name may have slashes. Errors name the path.
func (f *Folder) Create(name string) (*Part, error) {
	path := f.Path(name)
	if err := f.set.Free(path); err != nil {
		return nil, err
	}
	if err := f.MayReplace(name); err != nil {
		return nil, err
	}
	if dir := filepath.Dir(path); dir != f.dir {
		if err := f.set.Mkdir(dir); err != nil {
			return nil, err
		}
	}
	p, err := f.set.Own(path)
	if err != nil {
		return nil, err
	}
	p.folder = f
	return p, nil
}

// Try says why one of some files could not be created later on. It leaves no trace. Errors name the path.
func (f *Folder) Try(names ...string) error {
	for _, name := range names {
		if err := f.MayReplace(name); err != nil {
			return err
		}
		if _, err := f.set.fs.Lstat(filepath.Dir(f.Path(name))); err != nil {
			continue // the folder will be made
		}
		if err := f.set.CanWrite(f.Path(name)); err != nil {
			return err
		}
	}
	return nil
}

// Adopt is [Set.Adopt] for a file of the folder, which gets a line in the manifest too.
func (f *Folder) Adopt(part, name string) error {
	if !local(name) {
		return f.MayReplace(name)
	}
	if err := f.set.Adopt(part, f.Path(name)); err != nil {
		return err
	}
	p := f.set.parts[len(f.set.parts)-1]
	p.folder = f
	file, err := f.set.fs.Open(part)
	if err != nil {
		return fmt.Errorf("%q: %w", part, Reason(err))
	}
	defer file.Close()
	if _, err := io.Copy(p.hash, file); err != nil {
		return fmt.Errorf("%q: %w", part, Reason(err))
	}
	return nil
}

// Clear removes the files of a folder that are as its manifest has them, and the manifest: what nobody needs any
// more. It removes none but those whose names begin as the manifest's: FILM.part.srt for FILM.part.sha256, since
// anyone may have written that. Inputs stay, and the manifest with them. The first error is returned, and names the
// file; what there is no manifest of is no error.
func Clear(fsys FS, dir, manifest string, inputs ...string) error {
	s := NewSet(fsys, inputs...)
	defer s.Abandon()
	f, err := s.Folder(dir, manifest)
	if err != nil {
		return err
	}
	stay, own := false, strings.TrimSuffix(manifest, manifestEnding)+"."
	for _, e := range f.known {
		switch {
		case !strings.HasPrefix(e.name, own) || strings.Contains(e.name, "/"):
		case f.MayReplace(e.name) != nil:
		case s.Free(f.Path(e.name)) != nil:
			stay = true
		default:
			err = cmp.Or(err, gone(fsys, f.Path(e.name)))
		}
	}
	if err != nil || stay {
		return err
	}
	return gone(fsys, f.Path(manifest))
}

// gone removes a file that may not be there.
func gone(fsys FS, path string) error {
	if err := fsys.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%q cannot be removed: %w", path, Reason(err))
	}
	return nil
}

// Path returns the path of a file of the folder.
func (f *Folder) Path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// MayReplace refuses a file that is there and is not as the manifest has it, and one below a link, which leads out of the
// folder.
func (f *Folder) MayReplace(name string) error {
	path := f.Path(name)
	if !local(name) {
		return fmt.Errorf("%q: a name with control characters or \\ cannot stand in a manifest: choose another", path)
	}
	if dir := filepath.Dir(path); dir != f.dir {
		if info, err := f.set.fs.Lstat(dir); err == nil && !info.IsDir() {
			return fmt.Errorf("%q: %w", dir, cmp.Or(plain(info), ErrForeign))
		}
	}
	info, err := f.set.fs.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%q: %w", path, Reason(err))
	}
	if err := plain(info); err != nil {
		return fmt.Errorf("%q: %w", path, err)
	}
	if f.set.fs.Force() {
		return nil
	}
	i := slices.IndexFunc(f.known, func(e entry) bool { return e.name == name })
	if i < 0 {
		return fmt.Errorf("%q: %w", path, ErrForeign)
	}
	sum, err := Sum(f.set.fs, path)
	if err != nil {
		return fmt.Errorf("%q: %w", path, Reason(err))
	}
	if sum != f.known[i].sum {
		return fmt.Errorf("%q: %w", path, ErrForeign)
	}
	return nil
}

// begin makes two manifests. The first of the set's files to take its place has the lines of before and those of what is
// to come: whatever stops the others, each file is ours by one of them. The last has the lines of what is there then.
func (f *Folder) begin(parts []*Part) (first, last *Part, err error) {
	var entries []entry
	both := slices.Clone(f.known)
	for _, e := range f.known {
		if written := slices.ContainsFunc(parts, func(p *Part) bool { return p.folder == f && p.path == f.Path(e.name) }); !written && f.isStale(e) {
			f.stale = append(f.stale, f.Path(e.name))
			continue
		}
		e.mixed = false
		entries = append(entries, e)
	}
	for _, p := range parts {
		if p.folder != f {
			continue
		}
		if !p.unchanged(f.set.fs) {
			return nil, nil, fmt.Errorf("%q: %w", p.path, errChanged)
		}
		name, err := filepath.Rel(f.dir, p.path)
		if err != nil {
			return nil, nil, fmt.Errorf("%q: %w", p.path, err)
		}
		e := entry{name: filepath.ToSlash(name), sum: hex.EncodeToString(p.hash.Sum(nil))}
		both = append(both, entry{name: e.name, sum: e.sum, next: true})
		entries = append(slices.DeleteFunc(entries, func(old entry) bool { return old.name == e.name }), e)
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	if first, err = f.manifestOf(both); err != nil {
		return nil, nil, err
	}
	first.announces = true
	if last, err = f.manifestOf(entries); err != nil {
		first.discard(f.set.fs)
		return nil, nil, err
	}
	return first, last, nil
}

// manifestOf makes a part of a manifest.
func (f *Folder) manifestOf(entries []entry) (*Part, error) {
	p, err := newPart(f.set.fs, f.Path(f.manifest))
	if err != nil {
		return nil, err
	}
	p.WriteString(manifestText(entries))
	if err := p.Close(); err != nil {
		p.discard(f.set.fs)
		return nil, fmt.Errorf("%q: %w", p.path, Reason(err))
	}
	return p, nil
}
