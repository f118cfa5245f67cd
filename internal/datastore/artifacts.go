package datastore

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

// Kinds of artifacts. Others are possible.
const (
	KindCode      = "code"
	KindOutput    = "output"
	KindError     = "error"
	KindChart     = "chart"
	KindNarrative = "narrative" // text that a model reads
)

// Artifact is something that a step made and that is not a table.
type Artifact struct {
	Name      string    `json:"name"`
	Kind      string    `json:"kind,omitempty"`
	MediaType string    `json:"media_type,omitempty"`
	Step      int       `json:"step"`  // that made it, and alone may replace it
	Bytes     []byte    `json:"-"`     // to be kept; see ReadArtifact
	Size      int64     `json:"bytes"` // filled in by the store, as is the rest
	CreatedAt time.Time `json:"created_at"`
	Short     bool      `json:"short,omitempty"` // a model is shown the beginning only
}

// artifact is an artifact with its file.
type artifact struct {
	Artifact
	File string `json:"file"`
}

func (c *catalogue) artifact(name string) *artifact {
	i := slices.IndexFunc(c.Artifacts, func(a artifact) bool { return equalNames(a.Name, name) })
	if i < 0 {
		return nil
	}
	return &c.Artifacts[i]
}

// AddArtifact keeps an artifact, in the place of one that the same step made.
func (s *Store) AddArtifact(ctx context.Context, a Artifact) error {
	if err := checkName("artifact", a.Name); err != nil {
		return err
	}
	if len(a.Kind) > maxWord || len(a.MediaType) > maxWord || !utf8.ValidString(a.Kind+a.MediaType) {
		return fault.New(fault.Usage, "the kind or the media type of artifact %s is too long, or no text", a.Name).WithHint("such as narrative, text/markdown")
	}
	if int64(len(a.Bytes)) > s.limits.Artifact {
		return fault.New(fault.StoreFull, "artifact %s has %s, and may have %s", a.Name, size(int64(len(a.Bytes))), size(s.limits.Artifact)).
			WithHint("keep rows in a table, and less of the rest")
	}
	made := artifact{Artifact: a}
	made.Bytes, made.Size, made.CreatedAt, made.Short = nil, int64(len(a.Bytes)), s.now().UTC(), false
	placed := ""
	err := s.change(ctx.Done(), func(c *catalogue) error {
		if err := c.admitArtifact(made.Artifact, s.limits); err != nil {
			return err
		}
		c.Serial++
		made.File = s.freeFile(artifactFolder, a.Name, "")
		placed = s.path(artifactFolder, made.File)
		if err := ownfile.Replace(placed, a.Bytes); err != nil {
			return unwritable(err)
		}
		if old := c.artifact(a.Name); old != nil {
			c.retire(artifactFolder, old.File, s.now())
			*old = made
			return nil
		}
		c.Artifacts = append(c.Artifacts, made)
		return nil
	})
	if err != nil && placed != "" {
		_ = os.Remove(placed) // Open removes it otherwise
	}
	return err
}

func (c *catalogue) admitArtifact(a Artifact, l Limits) error {
	total := c.bytes() + a.Size
	old := c.artifact(a.Name)
	switch {
	case old != nil && !mayReplace(a.Step, old.Step):
		return fault.New(fault.Store, "artifact %s belongs to step %d, and step %d may not replace it", old.Name, old.Step, a.Step).WithHint("choose another name")
	case old != nil:
		total -= old.Size
	case len(c.Artifacts) >= l.Artifacts:
		return fault.New(fault.StoreFull, "the data store holds %d artifacts, and can hold no more", l.Artifacts).WithHint("drop one that is no longer needed")
	}
	if total > l.Bytes {
		return c.full("has no room for artifact %s: it can hold %s", a.Name, size(l.Bytes))
	}
	return nil
}

// Artifacts are the artifacts, without their bytes, in the order of their making.
func (s *Store) Artifacts() ([]Artifact, error) {
	c, err := s.current()
	if err != nil {
		return nil, err
	}
	list := make([]Artifact, len(c.Artifacts))
	for i, a := range c.Artifacts {
		list[i] = a.Artifact
	}
	return list, nil
}

// ReadArtifact is an artifact with its bytes.
func (s *Store) ReadArtifact(name string) (Artifact, error) {
	c, err := s.current()
	if err != nil {
		return Artifact{}, err
	}
	found := c.artifact(name)
	if found == nil {
		return Artifact{}, noArtifact(c, name)
	}
	a := found.Artifact
	if a.Bytes, err = os.ReadFile(s.path(artifactFolder, found.File)); err == nil && int64(len(a.Bytes)) != a.Size {
		err = errors.New("it was changed")
	}
	if err != nil {
		return Artifact{}, fault.Wrap(err, fault.Store, "artifact %s cannot be read: %v", a.Name, ownfile.Cause(err)).WithHint("run step %d again, which made it", a.Step)
	}
	return a, nil
}

// DropArtifact removes an artifact.
func (s *Store) DropArtifact(ctx context.Context, name string) error {
	return s.change(ctx.Done(), func(c *catalogue) error {
		a := c.artifact(name)
		if a == nil {
			return noArtifact(c, name)
		}
		c.retire(artifactFolder, a.File, s.now())
		c.Artifacts = slices.DeleteFunc(c.Artifacts, func(o artifact) bool { return equalNames(o.Name, name) })
		return nil
	})
}

func noArtifact(c *catalogue, name string) error {
	f := fault.New(fault.NotFound, "the data store has no artifact %s", quoteName(name))
	if len(c.Artifacts) == 0 {
		return f.WithHint("it has no artifacts yet")
	}
	names := make([]string, len(c.Artifacts))
	for i, a := range c.Artifacts {
		names[i] = a.Name
	}
	return f.WithHint("%s", fault.DidYouMean(name, "artifacts", names))
}
