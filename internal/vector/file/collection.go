package file

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/vector"
)

// collection is a file of segments, and the segments that were read of it.
//
// The first segment came into its place by a rename, so it is whole. Others are appended by
// who holds the lock, and acknowledged once they are on disk. So what follows another segment
// is whole, too, unless it is the last: that one counts if its checksums are right, and else
// was torn by the death of its writer, and the next writer cuts it off. A file is otherwise
// never changed in its place: readers keep the one that they have mapped until they see that
// another has its name.
type collection struct {
	name   string
	folder string

	mu       sync.RWMutex // held by who uses what follows, and locked by who changes it
	closed   bool
	file     *os.File    // nil while there is none
	seen     fs.FileInfo // the file as it was last looked at
	mappings [][]byte
	parts    []part
	end      int64 // of the last segment
	rows     int   // of all segments
	live     int   // of them not removed
}

// part is a segment in its file.
type part struct {
	*segment
	first   int    // the number of its first row in the file
	removed bitset // nil for none
	gone    int    // how many are removed
}

func (c *collection) path() string { return filepath.Join(c.folder, "points") }

func (c *collection) dimensions() int {
	if len(c.parts) == 0 {
		return 0
	}
	return int(c.parts[0].Dimensions)
}

// view runs something on the collection as it is in the file now.
func (c *collection) view(use func() error) error {
	c.mu.RLock()
	current := c.closed || c.current()
	c.mu.RUnlock()
	if !current {
		if err := c.refresh(); err != nil {
			return err
		}
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.closed {
		return closedError()
	}
	return use()
}

// current reports whether the file is as it was when it was last read.
func (c *collection) current() bool {
	info, err := os.Stat(c.path())
	if err != nil {
		return c.file == nil && errors.Is(err, fs.ErrNotExist)
	}
	return c.file != nil && os.SameFile(info, c.seen) && info.Size() == c.seen.Size() && info.ModTime().Equal(c.seen.ModTime())
}

// refresh reads what is new in the file.
func (c *collection) refresh() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return closedError()
	}
	f, err := os.Open(c.path())
	if errors.Is(err, fs.ErrNotExist) {
		c.forget()
		return nil
	}
	if err != nil {
		return c.failed(err, "opened")
	}
	info, err := f.Stat()
	if err != nil {
		return c.failed(errors.Join(err, f.Close()), "opened")
	}
	if c.file != nil && os.SameFile(info, c.seen) {
		_ = f.Close() // which was only read
	} else {
		c.forget()
		c.file = f
	}
	if err := c.read(info.Size()); err != nil {
		c.forget()
		return c.failed(err, "read")
	}
	c.seen = info
	return nil
}

// forget lets go of the file.
func (c *collection) forget() {
	for _, m := range c.mappings {
		_ = syscall.Munmap(m)
	}
	if c.file != nil {
		_ = c.file.Close() // which was only read
	}
	c.file, c.seen, c.mappings, c.parts, c.end, c.rows, c.live = nil, nil, nil, nil, 0, 0, 0
}

// read adds the segments behind those that are known, in a file of so many bytes.
func (c *collection) read(size int64) error {
	var headers []header
	end := c.end
	for end+headerSize <= size {
		b := make([]byte, headerSize)
		if _, err := c.file.ReadAt(b, end); err != nil {
			return err
		}
		h, err := readHeader(b, end)
		if errors.Is(err, errNone) {
			break
		}
		if err != nil {
			return err
		}
		if int64(h.Size) > size-end {
			break
		}
		headers, end = append(headers, h), end+int64(h.Size)
	}
	if last := len(headers) - 1; last >= 0 && headers[last].Start > 0 {
		whole, err := c.whole(headers[last])
		if err != nil {
			return err
		}
		if !whole {
			headers, end = headers[:last], int64(headers[last].Start)
		}
	}
	if end == 0 {
		return errDamaged // the first is not written in its place
	}
	if len(headers) == 0 {
		return nil
	}
	offset := c.end - c.end%int64(os.Getpagesize())
	m, err := syscall.Mmap(int(c.file.Fd()), offset, int(end-offset), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return err
	}
	c.mappings = append(c.mappings, m)
	for _, h := range headers {
		at := int64(h.Start) - offset
		s, err := decode(h, m[at:at+int64(h.Size):at+int64(h.Size)])
		if err != nil {
			return err
		}
		if err := c.add(s); err != nil {
			return err
		}
	}
	return nil
}

// whole reports whether the last segment is on disk as it was meant to be. It is read, and
// not mapped: another process may cut it off meanwhile.
func (c *collection) whole(h header) (bool, error) {
	for _, section := range []struct {
		from, to uint64
		sum      uint32
	}{{headerSize, h.Front, h.FrontSum}, {h.Front, h.Size, h.BackSum}} {
		sum := crc32.New(checksums)
		r := io.NewSectionReader(c.file, int64(h.Start+section.from), int64(section.to-section.from))
		n, err := io.CopyBuffer(sum, struct{ io.Reader }{r}, make([]byte, 1<<18))
		if err != nil {
			return false, err
		}
		if uint64(n) != section.to-section.from || sum.Sum32() != section.sum {
			return false, nil
		}
	}
	return true, nil
}

// add counts a segment in.
func (c *collection) add(s *segment) error {
	if len(c.parts) > 0 && int(s.Dimensions) != c.dimensions() {
		return errDamaged
	}
	for _, row := range s.removed {
		if int(row) >= c.rows {
			return errDamaged
		}
		i, _ := slices.BinarySearchFunc(c.parts, int(row)+1, func(p part, row int) int { return cmp.Compare(p.first+int(p.Rows), row) })
		c.remove(&c.parts[i], int(row)-c.parts[i].first)
	}
	c.parts = append(c.parts, part{segment: s, first: c.rows})
	c.rows += int(s.Rows)
	c.live += int(s.Rows)
	c.end += int64(s.Size)
	return nil
}

func (c *collection) remove(p *part, row int) {
	if p.removed == nil {
		p.removed = newBitset(int(p.Rows))
	}
	if !p.removed.has(row) {
		p.removed.add(row)
		p.gone++
		c.live--
	}
}

// eachChosen runs something for the rows of each segment that a filter chooses.
func (c *collection) eachChosen(ctx context.Context, f vector.Filter, use func(p *part, rows chosen) error) error {
	for i := range c.parts {
		if err := ctx.Err(); err != nil {
			return fault.Of(err)
		}
		p := &c.parts[i]
		if rows := p.choose(f, p.removed); rows.count > 0 {
			if err := use(p, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// find is the number of an owner's id in the file, or -1.
func (c *collection) find(owner, id string) int {
	for i := len(c.parts) - 1; i >= 0; i-- {
		p := &c.parts[i]
		if row := p.find(owner, id); row >= 0 && (p.removed == nil || !p.removed.has(row)) {
			return p.first + row
		}
	}
	return -1
}

// liveRows are all rows that are neither removed nor about to be.
func (c *collection) liveRows(about map[uint32]bool) []rowOf {
	rows := make([]rowOf, 0, c.live)
	for i := range c.parts {
		p := &c.parts[i]
		for row := range int(p.Rows) {
			if (p.removed == nil || !p.removed.has(row)) && !about[uint32(p.first+row)] {
				rows = append(rows, rowOf{p.segment, row})
			}
		}
	}
	return rows
}

// decodeNew makes a segment of new content, as it will be in the file.
func decodeNew(b *bytes.Buffer, start int64) (*segment, error) {
	h, err := readHeader(b.Bytes(), start)
	if err != nil {
		return nil, err
	}
	return decode(h, b.Bytes())
}
