package pdf

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strconv"
)

// entry is where an object is: at an offset, or in a stream of objects.
type entry struct {
	offset   int
	inStream int // the number of the stream, 0 for none
	index    int
}

// file finds the objects of a PDF file.
type file struct {
	data    []byte
	entries map[int]entry
	trailer dict
	crypt   *crypt
	rebuilt bool
	left    int // bytes that may still be unpacked

	objects   map[int]object
	inWork    map[int]bool
	unpacked  map[int][]object // of streams of objects
	streamIDs map[int][]int
	forms     map[*stream][]byte // unpacked, as many as maxKept has room for
	kept      int
}

const (
	maxUnpacked = 256 << 20
	maxObjects  = 8_000_000
	maxKept     = 32 << 20
	maxSections = 1000 // of the table of objects, which each change of a file adds
)

var (
	errNoTable = errors.New("its table of objects cannot be found")
	errLarge   = errors.New("it unpacks to more than Plumb reads of a document")
)

func open(data []byte) (*file, error) {
	if at := bytes.Index(data[:min(len(data), 1024)], []byte("%PDF-")); at > 0 {
		data = data[at:]
	}
	f := &file{
		data: data, entries: map[int]entry{}, trailer: dict{}, left: maxUnpacked,
		objects: map[int]object{}, inWork: map[int]bool{}, unpacked: map[int][]object{}, streamIDs: map[int][]int{}, forms: map[*stream][]byte{},
	}
	if err := f.readTable(); err != nil || !f.hasPages() {
		if errors.Is(err, errLarge) {
			return nil, err
		}
		if err := f.rebuild(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// hasPages reports whether the table leads to the pages.
func (f *file) hasPages() bool {
	if f.trailer["Encrypt"] != nil { // decided later
		return f.trailer["Root"] != nil
	}
	root, _ := f.resolve(f.trailer["Root"]).(dict)
	pages, _ := f.resolve(root["Pages"]).(dict)
	return pages != nil
}

// readTable reads the table of objects, with its older sections.
func (f *file) readTable() error {
	const tail = 2048
	end := f.data[max(0, len(f.data)-tail):]
	at := bytes.LastIndex(end, []byte("startxref"))
	if at < 0 {
		return errNoTable
	}
	l := &lexer{data: end, at: at + len("startxref"), contents: true}
	o, err := l.next(0)
	n, ok := o.(float64)
	if err != nil || !ok {
		return errNoTable
	}
	queue, seen := []int{int(n)}, map[int]bool{}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if at < 0 || at >= len(f.data) || seen[at] {
			continue
		}
		if seen[at] = true; len(seen) > maxSections {
			return errNoTable
		}
		trailer, err := f.section(at)
		if err != nil {
			return err
		}
		for k, v := range trailer {
			if _, ok := f.trailer[k]; !ok {
				f.trailer[k] = v
			}
		}
		for _, key := range []name{"XRefStm", "Prev"} {
			if n, ok := trailer[key].(float64); ok {
				queue = append(queue, int(n))
			}
		}
	}
	return nil
}

// section reads a section of the table, of the old or of the new kind.
func (f *file) section(at int) (dict, error) {
	l := &lexer{data: f.data, at: at}
	l.skipSpace()
	if !bytes.HasPrefix(f.data[l.at:], []byte("xref")) {
		s, _, err := f.objectAt(l.at)
		if x, ok := s.(*stream); err == nil && ok {
			return x.dict, f.streamSection(x)
		}
		return nil, errNoTable
	}
	l.at += len("xref")
	l.contents = true
	for {
		o, err := l.next(0)
		if err != nil {
			return nil, err
		}
		if o == operator("trailer") {
			l.contents = false
			t, err := l.next(0)
			d, ok := t.(dict)
			if err != nil || !ok {
				return nil, errNoTable
			}
			return d, nil
		}
		first, ok := o.(float64)
		second, err := l.next(0)
		count, ok2 := second.(float64)
		if err != nil || !ok || !ok2 || count > maxObjects {
			return nil, errNoTable
		}
		for i := range int(count) {
			offset, err1 := l.next(0)
			_, err2 := l.next(0)
			kind, err3 := l.next(0)
			n, ok := offset.(float64)
			if err1 != nil || err2 != nil || err3 != nil || !ok {
				return nil, errNoTable
			}
			if kind == operator("n") {
				f.addEntry(int(first)+i, entry{offset: int(n)})
			}
		}
	}
}

// addEntry notes an object that newer sections have not.
func (f *file) addEntry(number int, e entry) {
	if _, ok := f.entries[number]; !ok && len(f.entries) < maxObjects {
		f.entries[number] = e
	}
}

func (f *file) streamSection(s *stream) error {
	data, err := f.decode(s)
	if err != nil {
		return err
	}
	widths, ok := s.dict["W"].(array)
	if !ok || len(widths) < 3 {
		return errNoTable
	}
	var w [3]int
	for i := range w {
		n, ok := widths[i].(float64)
		if !ok || n < 0 || n > 8 {
			return errNoTable
		}
		w[i] = int(n)
	}
	size := w[0] + w[1] + w[2]
	if size == 0 {
		return errNoTable
	}
	index, ok := s.dict["Index"].(array)
	if !ok {
		index = array{0.0, s.dict["Size"]}
	}
	field := func(n int) int {
		v := 0
		for _, b := range data[:n] {
			v = v<<8 | int(b)
		}
		data = data[n:]
		return v
	}
	for i := 0; i+1 < len(index); i += 2 {
		first, ok1 := index[i].(float64)
		count, ok2 := index[i+1].(float64)
		if !ok1 || !ok2 {
			return errNoTable
		}
		for n := 0; n < int(count) && len(data) >= size; n++ {
			kind := 1
			if w[0] > 0 {
				kind = field(w[0])
			}
			second, third := field(w[1]), field(w[2])
			switch kind {
			case 1:
				f.addEntry(int(first)+n, entry{offset: second})
			case 2:
				f.addEntry(int(first)+n, entry{inStream: second, index: third})
			}
		}
	}
	return nil
}

// rebuild looks through the whole file for objects, where the table is wrong.
func (f *file) rebuild() error {
	f.rebuilt = true
	f.entries, f.objects, f.unpacked = map[int]entry{}, map[int]object{}, map[int][]object{}
	var streams []int
	for at := 0; ; {
		i := bytes.Index(f.data[at:], []byte("obj"))
		if i < 0 {
			break
		}
		i += at
		at = i + 3
		number, start, ok := objectBefore(f.data, i)
		if !ok || len(f.entries) >= maxObjects {
			continue
		}
		f.entries[number] = entry{offset: start}
		head := f.data[at:min(len(f.data), at+300)]
		if bytes.Contains(head, []byte("/ObjStm")) {
			streams = append(streams, number)
		}
		if bytes.Contains(head, []byte("/XRef")) {
			if o, _, err := f.objectAt(start); err == nil {
				if s, ok := o.(*stream); ok {
					f.takeTrailer(s.dict)
				}
			}
		}
	}
	for at := 0; ; {
		i := bytes.Index(f.data[at:], []byte("trailer"))
		if i < 0 {
			break
		}
		at += i + len("trailer")
		l := &lexer{data: f.data, at: at}
		if o, err := l.next(0); err == nil {
			if d, ok := o.(dict); ok {
				f.takeTrailer(d)
			}
		}
	}
	for _, n := range streams {
		f.loadStream(n)
		for i, id := range f.streamIDs[n] {
			f.addEntry(id, entry{inStream: n, index: i})
		}
	}
	if f.hasPages() {
		return nil
	}
	for _, n := range slices.Sorted(maps.Keys(f.entries)) { // a trailer may be missing
		if d, ok := f.resolve(ref{number: n}).(dict); ok && d["Type"] == name("Catalog") {
			f.trailer["Root"] = ref{number: n}
		}
	}
	if !f.hasPages() {
		return errNoTable
	}
	return nil
}

func (f *file) takeTrailer(d dict) {
	for _, k := range []name{"Root", "Encrypt", "ID", "Info"} {
		if v, ok := d[k]; ok {
			f.trailer[k] = v
		}
	}
}

// objectBefore reads the number of an object back from the word obj.
func objectBefore(data []byte, at int) (number, start int, ok bool) {
	back := func(is func(byte) bool) int {
		n := 0
		for at > 0 && n < 12 && is(data[at-1]) {
			at--
			n++
		}
		return n
	}
	digit := func(b byte) bool { return b >= '0' && b <= '9' }
	back(isSpace)
	if back(digit) == 0 || back(isSpace) == 0 {
		return 0, 0, false
	}
	end := at
	if back(digit) == 0 {
		return 0, 0, false
	}
	n, _ := strconv.Atoi(string(bytes.TrimSpace(data[at:end])))
	return n, at, n > 0
}

// resolve follows references. What is not there, or refers to itself, is nil.
func (f *file) resolve(o object) object {
	const longest = 20
	for range longest {
		r, ok := o.(ref)
		if !ok {
			return o
		}
		o = f.object(r.number)
	}
	return nil
}

func (f *file) object(number int) object {
	if o, ok := f.objects[number]; ok {
		return o
	}
	e, ok := f.entries[number]
	if !ok || f.inWork[number] || len(f.inWork) > maxNesting {
		return nil
	}
	f.inWork[number] = true
	defer delete(f.inWork, number)
	var o object
	if e.inStream > 0 {
		f.loadStream(e.inStream)
		list, ids := f.unpacked[e.inStream], f.streamIDs[e.inStream]
		if e.index >= 0 && e.index < len(list) && ids[e.index] == number {
			o = list[e.index]
		} else {
			for i, id := range ids {
				if id == number && i < len(list) {
					o = list[i]
				}
			}
		}
	} else {
		found, n, err := f.objectAt(e.offset)
		if err != nil || n != number {
			if !f.rebuilt { // the table is wrong
				save := f.trailer
				if f.rebuild() != nil {
					f.trailer = save
				}
				delete(f.inWork, number)
				return f.object(number)
			}
			found = nil
		}
		o = f.crypt.strings(found, ref{number: number, generation: 0})
	}
	f.objects[number] = o
	return o
}

// objectAt reads the object at an offset.
func (f *file) objectAt(at int) (o object, number int, err error) {
	if at < 0 || at >= len(f.data) {
		return nil, 0, errEnd
	}
	l := &lexer{data: f.data, at: at, contents: true}
	n, err1 := l.next(0)
	g, err2 := l.next(0)
	word, err3 := l.next(0)
	id, ok := n.(float64)
	generation, ok2 := g.(float64)
	if err1 != nil || err2 != nil || err3 != nil || !ok || !ok2 || word != operator("obj") {
		return nil, 0, errSyntax
	}
	l.contents = false
	if o, err = l.next(0); err != nil {
		return nil, 0, err
	}
	d, ok := o.(dict)
	if !ok {
		return o, int(id), nil
	}
	l.skipSpace()
	if !bytes.HasPrefix(f.data[l.at:], []byte("stream")) {
		return d, int(id), nil
	}
	l.at += len("stream")
	if l.at < len(f.data) && f.data[l.at] == '\r' {
		l.at++
	}
	if l.at < len(f.data) && f.data[l.at] == '\n' {
		l.at++
	}
	return &stream{dict: d, raw: f.extent(d, l.at), number: ref{int(id), int(generation)}}, int(id), nil
}

// extent is the content of a stream. Its length is often wrong.
func (f *file) extent(d dict, at int) []byte {
	rest := f.data[at:]
	if n, ok := f.resolve(d["Length"]).(float64); ok && n >= 0 && int(n) <= len(rest) {
		after := bytes.TrimLeft(rest[int(n):min(len(rest), int(n)+20)], "\r\n \t")
		if bytes.HasPrefix(after, []byte("endstream")) {
			return rest[:int(n)]
		}
	}
	end := bytes.Index(rest, []byte("endstream"))
	if end < 0 {
		end = len(rest)
	}
	return rest[:end]
}

// loadStream reads a stream of objects.
func (f *file) loadStream(number int) {
	if _, ok := f.unpacked[number]; ok {
		return
	}
	f.unpacked[number] = nil
	if f.entries[number].inStream > 0 {
		return
	}
	s, ok := f.object(number).(*stream)
	if !ok {
		return
	}
	data, err := f.decode(s)
	count, ok1 := f.resolve(s.dict["N"]).(float64)
	first, ok2 := f.resolve(s.dict["First"]).(float64)
	if err != nil || !ok1 || !ok2 || first < 0 || int(first) > len(data) || count > maxItems {
		return
	}
	head := &lexer{data: data[:int(first)], contents: true}
	var list []object
	var ids []int
	for range int(count) {
		id, err1 := head.next(0)
		offset, err2 := head.next(0)
		n, ok1 := id.(float64)
		at, ok2 := offset.(float64)
		if err1 != nil || err2 != nil || !ok1 || !ok2 || at < 0 || int(first)+int(at) > len(data) {
			break
		}
		body := &lexer{data: data, at: int(first) + int(at)}
		o, err := body.next(0)
		if err != nil {
			o = nil
		}
		list, ids = append(list, o), append(ids, int(n))
	}
	f.unpacked[number], f.streamIDs[number] = list, ids
}
