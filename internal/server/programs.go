package server

import (
	"cmp"
	"context"
	"fmt"
	"regexp"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/notebook"
)

const (
	// programsName is the notebook of questions that name none: nobody's own
	// notebook gets what a program asks. Later ones have a number behind it.
	programsName = "Asked by programs"
	maxPrograms  = 200 // answers in it; then there is a new one
)

var forPrograms = regexp.MustCompile("^" + programsName + `( \d+)?$`)

// programs is that notebook for questions about a connection, the one that is
// asked now if it is "". It is made if there is none with room.
func (s *Server) programs(ctx context.Context, source string) (*desk.Book, error) {
	s.naming.Lock()
	defer s.naming.Unlock()
	now, err := s.status.Overview(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.notebooks.List(ctx, "")
	if err != nil {
		return nil, err
	}
	about := cmp.Or(source, now.Source)
	taken := map[string]bool{}
	for _, e := range found {
		taken[e.Slug], taken[notebook.Slug(e.Name)] = true, true
		if forPrograms.MatchString(e.Name) && (e.Source == "" || e.Source == about) && e.Cells < maxPrograms && e.Problem == nil {
			return &desk.Book{Entry: e}, nil
		}
	}
	name := programsName
	for n := 2; taken[notebook.Slug(name)]; n++ {
		name = fmt.Sprintf("%s %d", programsName, n)
	}
	return s.notebooks.Create(ctx, name, "")
}

// ownNotebook is the one that a person changed last. It is made if there is none.
func (s *Server) ownNotebook(ctx context.Context) (*desk.Book, error) {
	s.naming.Lock()
	defer s.naming.Unlock()
	found, err := s.notebooks.List(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, e := range found {
		if e.Problem == nil && !forPrograms.MatchString(e.Name) {
			return s.notebooks.Open(ctx, e.ID)
		}
	}
	return s.notebooks.Create(ctx, "", "")
}
