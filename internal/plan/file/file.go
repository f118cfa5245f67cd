// Package file keeps plans, a JSON file each: a person's own in Plumb's home folder,
// and those that a project shares in the project's.
package file

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/plan"
)

// Shelf is where plans are kept.
type Shelf struct {
	Own    string // folder
	Shared string // folder of a project; "" where there is none
}

// Saved is a plan under its name.
type Saved struct {
	Name   string
	Shared bool
	plan.Plan
}

// maxFile is the largest plan that is read.
const maxFile = 4 << 20

var planName = lazyregexp.New(`^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$`)

func check(name string) error {
	if !planName.MatchString(name) || strings.Contains(name, "..") {
		return fault.New(fault.Usage, "a plan cannot be called %q", name).WithHint("use letters, digits, spaces, dots, hyphens and underscores, at most 80")
	}
	return nil
}

// Write writes a plan as a file has it.
func Write(w io.Writer, p *plan.Plan) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(p)
}

// Save keeps a plan, in place of the one of that name.
func (s Shelf) Save(name string, p *plan.Plan, shared bool) error {
	if err := check(name); err != nil {
		return err
	}
	folder := s.Own
	if shared {
		if folder = s.Shared; folder == "" {
			return fault.New(fault.Usage, "there is no project to share the plan in").WithHint("create a plumb.yaml in the project's folder, or save the plan for yourself")
		}
	}
	var b bytes.Buffer
	err := Write(&b, p)
	if err == nil {
		if err = os.MkdirAll(folder, 0o700); err == nil {
			err = ownfile.Replace(filepath.Join(folder, name+".json"), b.Bytes())
		}
	}
	if err != nil {
		return fault.Wrap(err, fault.Store, "the plan %s cannot be saved: %v", name, err).WithHint("check that the folder can be written, and that there is space")
	}
	return nil
}

// List gives all plans by name; of two with one name, the person's own. A file that
// cannot be read is an error with its name.
func (s Shelf) List() ([]Saved, error) {
	var list []Saved
	for _, folder := range []string{s.Own, s.Shared} {
		if folder == "" {
			continue
		}
		entries, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fault.Wrap(err, fault.Store, "the folder of plans cannot be read: %v", err)
		}
		for _, e := range entries {
			name, ok := strings.CutSuffix(e.Name(), ".json")
			if !ok || e.IsDir() || check(name) != nil || slices.ContainsFunc(list, func(o Saved) bool { return o.Name == name }) {
				continue
			}
			one, err := read(folder, name)
			if err != nil {
				return nil, err
			}
			one.Shared = folder == s.Shared
			list = append(list, *one)
		}
	}
	slices.SortFunc(list, func(a, b Saved) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// Load gives the plan of a name. What ends in .json is the path of a file.
func (s Shelf) Load(name string) (*Saved, error) {
	if path, ok := strings.CutSuffix(name, ".json"); ok {
		one, err := read(filepath.Dir(path), filepath.Base(path))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fault.New(fault.NotFound, "there is no file %s", name).WithHint("plumb plan lists the saved plans, which are named without .json")
		}
		return one, err
	}
	if err := check(name); err != nil {
		return nil, err
	}
	for _, folder := range []string{s.Own, s.Shared} {
		if folder == "" {
			continue
		}
		one, err := read(folder, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			one.Shared = folder == s.Shared
		}
		return one, err
	}
	missing := fault.New(fault.NotFound, "there is no plan %q", name)
	if list, err := s.List(); err == nil {
		var names []string
		for _, o := range list {
			names = append(names, o.Name)
		}
		missing = missing.WithHint("%s", fault.DidYouMean(name, "plans", names))
	}
	return nil, missing
}

func read(folder, name string) (*Saved, error) {
	path := filepath.Join(folder, name+".json")
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	bad := func(why string) error {
		return fault.New(fault.BadData, "the plan %s cannot be read: %s", name, why).WithHint("save it again, or remove %s", path)
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, bad("it is no plan, or too large")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	one := &Saved{Name: name}
	if err := d.Decode(&one.Plan); err != nil {
		return nil, bad(err.Error())
	}
	return one, nil
}

// Remove deletes a plan.
func (s Shelf) Remove(name string) error {
	one, err := s.Load(name)
	if err != nil {
		return err
	}
	folder := s.Own
	if one.Shared {
		folder = s.Shared
	}
	if err := os.Remove(filepath.Join(folder, name+".json")); err != nil {
		return fault.Wrap(err, fault.Store, "the plan %s cannot be removed: %v", name, err)
	}
	return nil
}
