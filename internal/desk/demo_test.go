package desk

import (
	"context"
	"errors"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestTheDemoIsMadeAndConnected(t *testing.T) {
	made := 0
	var p *place
	p = newPlace(t, func(c *Config) {
		c.Demo = func(context.Context) (NewSource, error) {
			made++
			return NewSource{Kind: "sqlite", Properties: map[string]string{"path": p.path("shop.db")}}, nil
		}
	})
	kinds := p.SourceKinds()
	if last := kinds[len(kinds)-1]; last.Name != "demo" || last.Properties == nil {
		t.Errorf("the last kind is %+v", last)
	}
	s := NewSource{Name: "demo", Kind: "demo", Properties: map[string]string{}}
	tested, err := p.TestSource(t.Context(), s)
	if err != nil || !tested.OK || tested.Tables != 1 {
		t.Errorf("got %+v, %v", tested, err)
	}
	added, err := p.AddSource(t.Context(), s)
	if err != nil || added.Name != "demo" || added.Driver != "sqlite" || !added.Active || made != 2 {
		t.Errorf("got %+v, %v; it was made %d times", added, err, made)
	}
}

func TestADemoThatCannotBeMade(t *testing.T) {
	p := newPlace(t, func(c *Config) {
		c.Demo = func(context.Context) (NewSource, error) { return NewSource{}, errors.New("the disk is full") }
	})
	s := NewSource{Name: "demo", Kind: "demo"}
	if _, err := p.AddSource(t.Context(), s); fault.Of(err).Message != "the disk is full" {
		t.Errorf("got %v", err)
	}
	p = newPlace(t)
	if _, err := p.AddSource(t.Context(), s); fault.CodeOf(err) != fault.Usage {
		t.Errorf("without a demo: got %v", err)
	}
}
