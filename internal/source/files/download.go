package files

import (
	"context"
	"os"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/files/remote"
)

// askAgain is how long a source does without asking the server whether its files
// have changed, so that a server that is away does not hold up every statement.
const askAgain = time.Minute

// download finds the files at an address, in the cache folder.
func (s *shelf) download(ctx context.Context, address string) ([]file, error) {
	if s.kept == nil || time.Since(s.asked) > askAgain || !allThere(s.kept) {
		kept, err := remote.Fetch(ctx, address, remote.Options{
			Dir: s.dir, Trusted: s.config.Credentials == source.CredentialsOfPerson, Environment: s.config.Environment,
			Accept: func(name string) bool { return formatOf(name) != nil }, Progress: s.config.Progress, Now: time.Now,
		})
		if err != nil {
			return nil, err
		}
		s.kept, s.asked = kept, time.Now()
	}
	var found []file
	for _, d := range s.kept {
		f, ok := identify(d.Path, "")
		switch {
		case !ok && isDatabase(d.Path):
			return nil, fault.New(fault.Connect, "%s is a database, and only data files are read from an address", d.Name).WithHint("download it, and connect the file")
		case !ok:
			return nil, fault.New(fault.Connect, "%s is not a kind of file that Plumb can read", d.Name).WithHint("%s", whatWorks())
		}
		if f.address = d.Name; f.problem == nil {
			f.mark = d.Mark
		}
		found = append(found, f)
	}
	return found, nil
}

func allThere(list []remote.File) bool {
	for _, f := range list {
		if _, err := os.Stat(f.Path); err != nil {
			return false
		}
	}
	return true
}

// outdated are the downloads that could not be compared with the originals.
func (s *shelf) outdated() []fault.Diagnostic {
	var list []fault.Diagnostic
	for _, d := range s.kept {
		if d.Stale != nil {
			f := fault.Of(d.Stale)
			list = append(list, fault.Wrap(f, fault.Connect, "the copy of %s from the last download is used: %s", d.Name, f.Message).WithHint("%s", f.Hint).Diagnostic(fault.Warning))
		}
	}
	return list
}
