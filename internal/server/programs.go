package server

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/desk"
)

const (
	// programsName is the notebook of questions that name none: nobody's own
	// notebook gets what a program asks.
	programsName = "Asked by programs"
	maxPrograms  = 200 // answers in it; then there is a new one
)

// programs is that notebook, about the data that is asked now, made if there is
// none with room.
func (s *Server) programs(ctx context.Context) (*desk.Book, error) {
	s.naming.Lock()
	defer s.naming.Unlock()
	now, err := s.desk.Overview(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.desk.List(ctx, programsName)
	if err != nil {
		return nil, err
	}
	for _, e := range found {
		if strings.HasPrefix(e.Name, programsName) && (e.Source == "" || e.Source == now.Source) && e.Cells < maxPrograms && e.Problem == nil {
			return &desk.Book{Entry: e}, nil
		}
	}
	return s.desk.Create(ctx, programsName, "")
}
