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

// Recover writes the whole cells of a damaged notebook to a new one. The
// damaged file stays.
func (s Store) Recover(ctx context.Context, ref, name string) (*Salvage, error) {
	found, err := s.Salvage(ref)
	if err != nil {
		return nil, err
	}
	if found.Damage == "" {
		return nil, fault.New(fault.Usage, "the notebook %q is not damaged", found.Notebook.Name).WithHint("there is nothing to recover")
	}
	if len(found.Notebook.Cells) == 0 {
		return nil, fault.New(fault.BadData, "no cell of the notebook %q is whole", found.Notebook.Name).
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
	out := &Salvage{Damage: plain(damage), Notebook: &Notebook{ID: h.ID, Name: h.Name, CreatedAt: h.CreatedAt, UpdatedAt: h.UpdatedAt, Connection: h.Connection}}
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
	place := 0
	for _, piece := range pieces {
		piece = bytes.TrimSuffix(bytes.TrimSpace(piece), []byte(","))
		if len(piece) == 0 || string(piece) == "]}" || place > MaxCells {
			continue
		}
		place++
		c, err := salvageCell(piece, known)
		if err != nil {
			out.Lost = append(out.Lost, Loss{place, plain(err)})
			continue
		}
		out.Notebook.Cells = append(out.Notebook.Cells, c)
	}
	if missing := len(h.CellHashes) - place; missing > 0 {
		out.Lost = append(out.Lost, Loss{place + 1, fmt.Sprintf("%d of the cells that it names are missing at its end", missing)})
	}
	return out
}

func salvageCell(piece []byte, known map[string]bool) (session.Cell, error) {
	c, err := session.ParseCell(piece)
	if err != nil {
		return c, errors.New("it cannot be read")
	}
	hash, err := c.Hash()
	if err != nil {
		return c, err
	}
	if !known[hash] {
		return c, errors.New("it has been changed: the notebook does not name its hash")
	}
	return c, nil
}

// salvageHead is the first line, if it can be trusted, or what of it is its
// own word without proof.
func salvageHead(first []byte) head {
	line, ok := bytes.CutSuffix(first, []byte(opening[:len(opening)-1]))
	var h head
	if !ok || json.Unmarshal(append(bytes.Clone(line), '}'), &h) != nil {
		return head{}
	}
	return h
}

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
