package notebook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

// Salvage is what can still be read from a notebook's file.
type Salvage struct {
	Notebook *Notebook // with the cells that are whole
	Damage   string    // what is wrong with the file; "" if nothing
	Lost     []Loss    // what else stands or stood in it

	Session string  // whose log told what happened in it, if the file still says so
	Places  []Place // of a damaged one: its cells in their order, as far as it names them
	Named   bool    // the file says of all its cells which there were, by their hashes
}

// Place is where a cell stands or stood. What is known of one that is lost helps
// to find it elsewhere.
type Place struct {
	ID    string        // "" if it cannot be read
	Hash  string        // "" if the file does not say
	Cell  *session.Cell // nil if it is lost
	Found bool          // it comes from elsewhere than the file

	// Doubtful is the cell as it can be read, though the file does not prove that
	// it is as it was.
	Doubtful *session.Cell

	reason string
}

// Loss is a cell that cannot be trusted any more.
type Loss struct {
	Place  int    `json:"place"` // from 1, as far as that is known
	Reason string `json:"reason"`
}

// Salvage reads as much of a file as it can. Cells count as whole that have
// one of the hashes that the file names.
func (s Store) Salvage(ref string) (*Salvage, error) {
	slug, err := s.find(ref)
	if err != nil {
		return nil, err
	}
	b, err := s.load(slug)
	if err != nil {
		return nil, err
	}
	whole, err := parse(b)
	if err != nil {
		if v := versionOf(b); v > version {
			return nil, newer(v)
		}
		return salvage(slug, b, err), nil
	}
	n, err := whole.open()
	if err != nil {
		return nil, err
	}
	return &Salvage{Notebook: n}, nil
}

// Recover writes the whole cells of a damaged notebook to a new one, with those
// that complete puts into their places from elsewhere; it may be nil. The damaged
// file stays.
func (s Store) Recover(ctx context.Context, ref, name string, complete func(*Salvage) error) (*Salvage, error) {
	found, err := s.Salvage(ref)
	if err != nil {
		return nil, err
	}
	if found.Damage == "" {
		return nil, fault.New(fault.Usage, "the notebook %q is not damaged", found.Notebook.Name).WithHint("there is nothing to recover")
	}
	if complete != nil {
		if err := complete(found); err != nil {
			return nil, err
		}
		found.settle()
	}
	if len(found.Notebook.Cells) == 0 {
		return nil, fault.New(fault.BadData, "no cell of the notebook %q is intact", found.Notebook.Name).
			WithHint("a backup of the file may have more")
	}
	if name == "" {
		name = found.Notebook.Name + " recovered"
	}
	made, err := s.begin(ctx, head{Name: name, Connection: found.Notebook.Connection}, found.Notebook.Cells...)
	if err != nil {
		return nil, err
	}
	found.Notebook.ID, found.Notebook.Name = made.ID, made.Name
	return found, nil
}

// maxHashes is how many are looked for where the head cannot be read; cells
// have some of their own, which name no cell.
const maxHashes = 20 * MaxCells

var hashes = regexp.MustCompile(`sha256:[0-9a-f]{64}`)

// salvage looks for cells line by line, as Plumb writes them, and, where the
// file was formatted by another program, value by value.
func salvage(slug string, b []byte, damage error) *Salvage {
	first, rest, _ := bytes.Cut(b, []byte("\n"))
	h := salvageHead(first)
	if h.Name == "" {
		h.Name = slug
	}
	out := &Salvage{Damage: plain(damage), Session: h.Session, Named: h.CellHashes != nil, Notebook: &Notebook{ID: h.ID, Name: h.Name, CreatedAt: h.CreatedAt, UpdatedAt: h.UpdatedAt, Connection: h.Connection}}
	named := h.CellHashes
	if named == nil {
		for _, m := range hashes.FindAll(b, maxHashes) {
			named = append(named, string(m))
		}
	}
	pieces := bytes.Split(rest, []byte("\n"))
	if values := cellsOf(b); values != nil {
		pieces = values
	}
	known := map[string]bool{}
	for _, name := range named {
		known[name] = true
	}
	for _, piece := range pieces {
		piece = bytes.TrimSuffix(bytes.TrimSpace(piece), []byte(","))
		if len(piece) == 0 || string(piece) == "]}" || len(out.Places) > MaxCells {
			continue
		}
		p := Place{ID: idOf(piece)}
		if c, hash, err := salvageCell(piece, known); err != nil {
			p.reason = plain(err)
			if c.ID != "" {
				p.Doubtful = &c
			}
		} else {
			p.Cell, p.Hash = &c, hash
		}
		out.Places = append(out.Places, p)
	}
	if out.Named {
		out.Places = asNamed(out.Places, h.CellHashes)
	}
	out.settle()
	return out
}

// asNamed puts what was read of cells into the places that the head names.
func asNamed(read []Place, named []string) []Place {
	whole := map[string]Place{}
	for _, p := range read {
		if p.Cell != nil {
			whole[p.Hash] = p
		}
	}
	places := make([]Place, len(named))
	for i, hash := range named {
		p, ok := whole[hash]
		if !ok {
			p = Place{Hash: hash}
			if i < len(read) && read[i].Cell == nil {
				p.reason = read[i].reason
			}
		}
		places[i] = p
	}
	return places
}

// settle takes the notebook's cells, and what is lost, from the places.
func (s *Salvage) settle() {
	s.Notebook.Cells, s.Lost = nil, nil
	missing := 0
	for i, p := range s.Places {
		switch {
		case p.Cell != nil:
			s.Notebook.Cells = append(s.Notebook.Cells, *p.Cell)
			missing = 0
			continue
		case p.reason == "":
			p.reason = "it is missing"
			missing++
		default:
			missing = 0
		}
		s.Lost = append(s.Lost, Loss{i + 1, p.reason})
	}
	if missing > 1 { // they are the last ones
		s.Lost = append(s.Lost[:len(s.Lost)-missing], Loss{len(s.Places) - missing + 1, fmt.Sprintf("%d of its cells are missing at the end", missing)})
	}
}

func salvageCell(piece []byte, known map[string]bool) (c session.Cell, hash string, err error) {
	if c, err = session.ParseCell(piece); err != nil {
		return session.Cell{}, "", errors.New("it cannot be read")
	}
	if hash, err = c.Hash(); err != nil {
		return c, "", err
	}
	if !known[hash] {
		return c, "", errors.New("it has been changed: the notebook does not list its hash")
	}
	return c, hash, nil
}

// salvageHead is the first line, if it can be trusted, or what of it is its
// own word without proof.
func salvageHead(first []byte) head {
	line, ok := bytes.CutSuffix(first, []byte(opening[:len(opening)-1]))
	var h head
	if ok && json.Unmarshal(append(bytes.Clone(line), '}'), &h) == nil {
		return h
	}
	h = head{}
	if m := sessionName.FindSubmatch(first[:min(len(first), maxHead)]); m != nil {
		h.Session = string(m[1])
	}
	return h
}

var sessionName = regexp.MustCompile(`"session":"([0-9A-Za-z_-]{1,100})"`)

// cellsOf is the cells of a file that is valid JSON; nil if it is not.
func cellsOf(b []byte) [][]byte {
	var f struct {
		Cells []json.RawMessage `json:"cells"`
	}
	if json.Unmarshal(b, &f) != nil {
		return nil
	}
	list := make([][]byte, 0, len(f.Cells))
	for _, c := range f.Cells {
		list = append(list, c)
	}
	return list
}
