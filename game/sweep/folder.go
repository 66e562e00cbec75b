package sweep

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"driftlab/internal/files"
)

// The files of a sweep's folder. Cells are in cells.log, or in cells-3-of-16.log for a shard.
const (
	GridFile  = "grid.json"
	TableFile = "sweep.csv"
	PlotsDir  = "plots"
)

// A Folder keeps a grid and its finished cells. Several shards may write into one folder at once:
// each has a file of its own.
//
// A file of cells is only ever added to. Each line is a checksum, the cell's number and its [Result]
// as JSON. The checksum covers the grid too, so a line that was torn by a crash, damaged, or made
// for another grid is not a cell; it is left where it is, and the cell counts as missing.
type Folder struct {
	Grid    *Grid
	Damaged int // lines that were not whole: torn by a crash, changed, or of another grid

	fs     files.FS
	dir    string
	inputs []string // paths of what the grid was read from, and other folders
	sum    uint32   // of the grid
	files  []string
	cells  []place // by number
	shards int     // that the cells of a merged folder came in; 0 if not known

	baseline string // see SetBaseline; "" for the default
}

// place is where the line of a finished cell lies. The zero place is a missing cell.
type place struct {
	offset int64
	length int32
	file   int32
}

// OpenFolder opens the folder of a sweep that has been begun.
func OpenFolder(fsys files.FS, dir string) (*Folder, error) {
	text, err := files.ReadFrom(fsys, filepath.Join(dir, GridFile), maxGrid)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, BadFolder{dir, fmt.Errorf("it has no %s, so it is not a sweep's", GridFile)}
	}
	if err != nil {
		return nil, fmt.Errorf("folder %q: %s: %w", dir, GridFile, files.Reason(err))
	}
	g, err := ParseGrid(string(text))
	if err != nil {
		return nil, BadFolder{dir, fmt.Errorf("%s: %w", GridFile, err)}
	}
	f := &Folder{Grid: g, fs: fsys, dir: dir, sum: crc32.ChecksumIEEE([]byte(g.Text()))}
	return f, f.Scan()
}

// maxGrid bounds grid.json in bytes: scenarios of any length, and a million seeds.
const maxGrid = 64 << 20

// BadFolder is the error for a folder that is no sweep's, or another sweep's.
type BadFolder struct {
	Dir string // "" where the error names it
	Err error
}

func (b BadFolder) Error() string {
	if b.Dir == "" {
		return b.Err.Error()
	}
	return fmt.Sprintf("folder %q: %v", b.Dir, b.Err)
}

// Unwrap returns the fault itself.
func (b BadFolder) Unwrap() error { return b.Err }

// CreateFolder makes the folder if there is none. A folder that holds the same grid is opened with
// its cells. None of the inputs, paths of what the grid is read from, is ever written.
func CreateFolder(fsys files.FS, dir string, g *Grid, inputs ...string) (*Folder, error) {
	path := filepath.Join(dir, GridFile)
	there, _ := fsys.ReadDir(dir) // before the grid is looked for, which another shard may be beginning
	if _, err := fsys.Stat(path); err != nil {
		for _, e := range there {
			if e.Name() == GridFile || isCells(e.Name()) { // the grid is a link that leads nowhere
				return nil, BadFolder{dir, fmt.Errorf("%q: %w", e.Name(), files.ErrForeign)}
			}
		}
		if err := beginFolder(fsys, dir, path, g); err != nil {
			return nil, err
		}
	}
	f, err := OpenFolder(fsys, dir)
	if err != nil {
		return nil, err
	}
	f.inputs = inputs
	if d := g.Difference(f.Grid); d != "" { // it may have been made meanwhile, too
		return nil, BadFolder{dir, fmt.Errorf("it holds another grid (%s); use a new folder", d)}
	}
	return f, nil
}

// beginFolder makes the folder and its grid. Shards may do so at once. The grid is never written again, so no
// manifest has it.
func beginFolder(fsys files.FS, dir, path string, g *Grid) error {
	if err := fsys.MkdirAll(dir); err != nil {
		return BadFolder{dir, files.Reason(err)}
	}
	err := files.WriteNew(fsys, path, g.Text())
	if errors.Is(err, fs.ErrExist) {
		return nil // another shard has begun it meanwhile; it is compared
	}
	return err
}

// Scan looks again for finished cells in all files.
func (f *Folder) Scan() error {
	entries, err := f.fs.ReadDir(f.dir)
	if err != nil {
		return fmt.Errorf("folder %q: %w", f.dir, files.Reason(err))
	}
	f.files, f.Damaged, f.cells = nil, 0, make([]place, f.Grid.Cells())
	for _, e := range entries {
		if isCells(e.Name()) {
			f.files = append(f.files, e.Name())
			if err := f.scanFile(len(f.files) - 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// isCells says whether a name is that of a file of cells.
func isCells(name string) bool {
	return strings.HasPrefix(name, "cells") && strings.HasSuffix(name, ".log")
}

func (f *Folder) scanFile(n int) error {
	path := filepath.Join(f.dir, f.files[n])
	file, err := f.fs.Open(path)
	if err != nil {
		return fmt.Errorf("%q: %w", path, files.Reason(err))
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("%q: %w", path, cmp.Or(err, files.ErrNotFile))
	}
	if err := f.scan(bufio.NewReaderSize(file, 1<<20), n); err != nil {
		return fmt.Errorf("%q: %w", path, files.Reason(err))
	}
	return nil
}

// scan looks for finished cells in the n-th file.
func (f *Folder) scan(r *bufio.Reader, n int) error {
	for offset := int64(0); ; {
		line, err := r.ReadBytes('\n')
		if cell, _, ok := f.parse(line); ok {
			f.cells[cell] = place{offset, int32(len(line)), int32(n)}
		} else if len(line) > 0 {
			f.Damaged++
		}
		offset += int64(len(line))
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// line writes a finished cell; parse reads it.
func (f *Folder) line(cell int, result []byte) []byte {
	body := append(strconv.AppendInt(nil, int64(cell), 10), ' ')
	body = append(append(body, result...), '\n')
	return append(fmt.Appendf(nil, "%08x ", crc32.Update(f.sum, crc32.IEEETable, body)), body...)
}

// parse takes a line apart. One without its line end is not whole.
func (f *Folder) parse(line []byte) (cell int, result []byte, ok bool) {
	const head = len("00000000 ")
	if len(line) <= head {
		return 0, nil, false
	}
	sum, err := strconv.ParseUint(string(line[:head-1]), 16, 32)
	body := line[head:]
	if err != nil || uint32(sum) != crc32.Update(f.sum, crc32.IEEETable, body) {
		return 0, nil, false
	}
	number, rest, ok := strings.Cut(string(body), " ")
	cell, err = strconv.Atoi(number)
	if !ok || err != nil || cell < 0 || cell >= f.Grid.Cells() {
		return 0, nil, false
	}
	return cell, []byte(strings.TrimSuffix(rest, "\n")), true
}

// raw returns a finished cell's result as it was written.
func (f *Folder) raw(cell int) ([]byte, error) {
	p := f.cells[cell]
	path := filepath.Join(f.dir, f.files[p.file])
	file, err := f.fs.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", path, files.Reason(err))
	}
	defer file.Close()
	line := make([]byte, p.length)
	if _, err := file.ReadAt(line, p.offset); err != nil {
		return nil, fmt.Errorf("%q: %w", path, files.Reason(err))
	}
	_, result, ok := f.parse(line)
	if !ok {
		return nil, fmt.Errorf("%q: cell %d has been changed meanwhile", path, cell)
	}
	return result, nil
}

// Result reads a finished cell.
func (f *Folder) Result(cell int) (*Result, error) {
	text, err := f.raw(cell)
	if err != nil {
		return nil, err
	}
	r, err := f.Grid.result(text)
	if errors.Is(err, errEarlier) {
		err = BadFolder{Err: fmt.Errorf("%q: cell %d: %w", filepath.Join(f.dir, f.files[f.cells[cell].file]), cell, err)}
	} else if err != nil {
		err = fmt.Errorf("folder %q: cell %d: %w", f.dir, cell, err)
	}
	return r, err
}

// result reads what the files of cells have of one.
func (g *Grid) result(text []byte) (*Result, error) {
	r := &Result{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, err
	}
	return r, r.check(g.Algorithms)
}

// Has says whether a cell is finished.
func (f *Folder) Has(cell int) bool { return f.cells[cell].length > 0 }

// Missing returns the cells of a shard that are not finished.
func (f *Folder) Missing(s Shard) (cells []int) {
	for i := range f.cells {
		if s.Has(i) && !f.Has(i) {
			cells = append(cells, i)
		}
	}
	return cells
}

// cellFile is the file that finished cells are added to.
type cellFile struct {
	folder *Folder
	file   files.File
}

// openCells opens the file of a shard for adding. A torn last line gets its line end first, so that
// the next cell starts a line of its own.
func (f *Folder) openCells(s Shard) (*cellFile, error) {
	name := "cells.log"
	if s != Whole {
		name = fmt.Sprintf("cells-%d-of-%d.log", s.Number, s.Of)
	}
	path := filepath.Join(f.dir, name)
	if err := files.NewSet(f.fs, f.inputs...).Free(path); err != nil {
		return nil, BadFolder{Err: err}
	}
	if info, err := f.fs.Lstat(path); err == nil && !info.Mode().IsRegular() { // a link, to any file
		return nil, BadFolder{f.dir, fmt.Errorf("%q: %w", name, files.ErrForeign)}
	}
	file, err := f.fs.Append(path)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", path, files.Reason(err))
	}
	c := &cellFile{f, file}
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil && size > 0 {
		last := []byte{0}
		if _, err = file.ReadAt(last, size-1); err == nil && last[0] != '\n' {
			_, err = file.Write([]byte{'\n'})
		}
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%q: %w", path, files.Reason(err))
	}
	return c, nil
}

// add writes a finished cell in one go.
func (c *cellFile) add(cell int, result []byte) error {
	if _, err := c.file.Write(c.folder.line(cell, result)); err != nil {
		return fmt.Errorf("%q: %w", c.file.Name(), files.Reason(err))
	}
	return nil
}

// close makes sure that the cells are on the disk.
func (c *cellFile) close() error {
	if err := errors.Join(c.file.Sync(), c.file.Close()); err != nil {
		return fmt.Errorf("%q: %w", c.file.Name(), files.Reason(err))
	}
	return nil
}
