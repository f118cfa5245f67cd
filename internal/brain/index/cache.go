package index

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// magic begins every file. Its number must change when a field gets another
// meaning, or when indexes are built in another way.
const magic = "plumb index 22\n"

const (
	ending    = ".index"
	maxCached = 256 << 20 // bytes of the largest file that is read
	maxFiles  = 50
)

// KeyOf names the state of a schema, of what documents say about it, and of the
// data in it, as far as the source tells when that changes.
func KeyOf(s *schema.Snapshot, data string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q", []string{s.Dialect, s.Database, schema.Hash(s), s.Fingerprint, data}, s.Hurried)
	for _, d := range s.Documents.Text {
		fmt.Fprintf(h, "%q %d %q %q", d.File, d.Line, d.Title, d.Body)
	}
	for _, t := range s.Tables { // what the schema's hash leaves out
		for _, c := range t.Columns {
			h.Write([]byte(string(c.Role) + "\x00" + c.Aggregate + "\x00"))
		}
		for _, f := range t.ForeignKeys {
			if f.Inferred {
				fmt.Fprintf(h, "%q", []string{t.Schema, t.Name, strings.Join(f.Columns, "\x00"), f.RefSchema, f.RefTable, strings.Join(f.RefColumns, "\x00")})
			}
		}
		if len(t.Entities) > 0 || t.Mark != "" || t.Preload {
			fmt.Fprintf(h, "%q %q %v %v", t.Name, t.Mark, t.Preload, t.Entities)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Load reads the index of a database that is kept in the folder, and the state
// (KeyOf) that it is of. The fault has code NotFound when there is none that
// can be used.
func Load(dir, database string) (x *Index, state string, err error) {
	missing := fault.New(fault.NotFound, "no index of %s is kept", database).WithHint("it is built again")
	f, err := os.Open(fileOf(dir, database))
	if err != nil {
		return nil, "", missing
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxCached {
		return nil, "", missing
	}
	head := make([]byte, len(magic)+crc32.Size)
	if _, err := io.ReadFull(f, head); err != nil || string(head[:len(magic)]) != magic {
		return nil, "", missing
	}
	var body strings.Builder // which is not copied, as a slice of bytes would be
	body.Grow(int(info.Size()))
	sum := crc32.New(castagnoli)
	if _, err := io.Copy(io.MultiWriter(&body, sum), f); err != nil || binary.LittleEndian.Uint32(head[len(magic):]) != sum.Sum32() {
		return nil, "", missing
	}
	x, state, ok := decode(body.String())
	if !ok {
		return nil, "", missing
	}
	return x, state, nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Save keeps the index of a database in the folder, in place of the one of an
// earlier state, readable by its owner only. The file is replaced whole or not
// at all.
func (x *Index) Save(dir, database, state string) error {
	body, err := x.encode(state)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the index cannot be encoded: %s", err)
	}
	var sum flatWriter // tells a file that was damaged
	sum.fixed(crc32.Checksum(body, castagnoli))
	if err := ownfile.Replace(fileOf(dir, database), []byte(magic), sum.b, body); err != nil {
		return fault.Wrap(err, fault.Store, "the index cannot be kept in %s: %s", dir, err).WithHint("check that the folder can be written, and that there is space")
	}
	ownfile.Prune(dir, ending, maxFiles)
	return nil
}

// fileOf is the file of a database, whatever its name.
func fileOf(dir, database string) string {
	sum := sha256.Sum256([]byte(database))
	return filepath.Join(dir, hex.EncodeToString(sum[:16])+ending)
}

// keptRest is what a kept index has little of.
type keptRest struct {
	State, Dialect, Language, Cut string
	Terms                         []Term
	Unread                        []int
	Rounds                        int
	Hurried                       []string
}

func (x *Index) encode(state string) ([]byte, error) {
	var rest bytes.Buffer
	if err := gob.NewEncoder(&rest).Encode(keptRest{state, x.Dialect, x.Language, x.Cut, x.Terms, x.Unread, x.Rounds, x.Hurried}); err != nil {
		return nil, err
	}
	var w flatWriter
	w.text(rest.String())
	w.number(len(x.Tables))
	for i := range x.Tables {
		x.Tables[i].write(&w)
	}
	w.number(len(x.Columns))
	for i := range x.Columns {
		x.Columns[i].write(&w)
	}
	w.number(len(x.Keys))
	for _, k := range x.Keys {
		w.numbers(k.From)
		w.numbers(k.To)
		w.flags(k.Inferred)
	}
	x.stored.write(&w)
	for _, l := range append(x.names.lookups(), x.find.lookups()...) {
		l.write(&w)
	}
	return w.b, nil
}

func decode(body string) (x *Index, state string, ok bool) {
	r := &flatReader{s: body}
	var rest keptRest
	if err := gob.NewDecoder(strings.NewReader(r.text())).Decode(&rest); err != nil {
		return nil, "", false
	}
	x = &Index{Dialect: rest.Dialect, Language: rest.Language, Cut: rest.Cut, Terms: rest.Terms, Unread: rest.Unread, Rounds: rest.Rounds, Hurried: rest.Hurried}
	x.Tables = make([]Table, r.count())
	for i := range x.Tables {
		x.Tables[i].read(r)
	}
	x.Columns = make([]Column, r.count())
	for i := range x.Columns {
		x.Columns[i].read(r)
	}
	x.Keys = make([]Key, r.count())
	for i := range x.Keys {
		x.Keys[i] = Key{From: r.numbers(), To: r.numbers(), Inferred: r.flags()[0]}
	}
	x.stored = r.storedValues()
	x.names, x.find = &nameIndex{x: x}, &finder{x: x}
	for _, l := range append(x.names.lookups(), x.find.lookups()...) {
		*l = r.lookup()
	}
	x.find.listEnums()
	return x, rest.State, !r.bad && len(x.stored.columns) == len(x.Columns)
}

func (t *Table) write(w *flatWriter) {
	for _, s := range []string{t.Schema, t.Name, t.About, t.From, t.Noun, t.Mark} {
		w.text(s)
	}
	w.texts(t.Words)
	writeList(w, t.Forms, w.texts)
	w.texts(t.Synonyms)
	writeList(w, t.Entities, func(e Entity) {
		w.number(e.Key)
		w.text(e.Noun)
		w.flags(e.Unique)
		w.numbers(e.Attributes)
		w.numbers(e.Exact)
	})
	w.numbers(t.Columns)
	w.numbers(t.PrimaryKey)
	w.numbers(t.Display)
	w.number(int(t.Rows))
	w.flags(t.View, t.Preloaded, t.Counted, t.Cells)
}

func (t *Table) read(r *flatReader) {
	for _, s := range []*string{&t.Schema, &t.Name, &t.About, &t.From, &t.Noun, &t.Mark} {
		*s = r.text()
	}
	t.Words, t.Forms, t.Synonyms = r.texts(), readList(r, &r.forms, r.texts), r.texts()
	if n := r.count(); n > 0 {
		t.Entities = make([]Entity, n)
	}
	for i := range t.Entities {
		t.Entities[i] = Entity{Key: r.number(), Noun: r.text(), Unique: r.flags()[0], Attributes: r.numbers(), Exact: r.numbers()}
	}
	t.Columns, t.PrimaryKey, t.Display = r.numbers(), r.numbers(), r.numbers()
	t.Rows = int64(r.number())
	f := r.flags()
	t.View, t.Preloaded, t.Counted, t.Cells = f[0], f[1], f[2], f[3]
}

func (c *Column) write(w *flatWriter) {
	for _, s := range []string{c.Name, c.About, c.From, c.Unit, c.Averaged, c.Min, c.Max} {
		w.text(s)
	}
	for _, n := range []int{c.Table, int(c.Kind), int(c.Type), int(c.Form), c.Distinct} {
		w.number(n)
	}
	w.texts(c.Words)
	writeList(w, c.Forms, w.texts)
	w.texts(c.Synonyms)
	w.flags(c.Primary, c.Unique, c.Foreign, c.Nullable, c.Measure, c.Places, c.Averages)
	writeList(w, c.Enum, func(v Value) {
		w.text(v.Text)
		w.number(int(v.Kind))
		w.texts(v.Aliases)
	})
}

func (c *Column) read(r *flatReader) {
	for _, s := range []*string{&c.Name, &c.About, &c.From, &c.Unit, &c.Averaged, &c.Min, &c.Max} {
		*s = r.text()
	}
	c.Table, c.Kind, c.Type, c.Form, c.Distinct = r.number(), Kind(r.number()), table.Kind(r.number()), Form(r.number()), r.number()
	c.Words, c.Forms, c.Synonyms = r.texts(), readList(r, &r.forms, r.texts), r.texts()
	f := r.flags()
	c.Primary, c.Unique, c.Foreign, c.Nullable, c.Measure, c.Places, c.Averages = f[0], f[1], f[2], f[3], f[4], f[5], f[6]
	c.Enum = readList(r, &r.values, func() Value { return Value{Text: r.text(), Kind: table.Kind(r.number()), Aliases: r.texts()} })
}
