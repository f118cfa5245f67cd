package notebook

import (
	"errors"
	"fmt"
	"os"
	"sort"
)

// maxSame is how many numbers are tried for a name.
const maxSame = 1000

// errTaken is behind the fault of a name that another notebook has.
var errTaken = errors.New("the name is taken")

// number tries to take the base as a name, or the base with a number. Names that
// others in this process are about to take are left to them: many may want the
// same one at once.
func (s Store) number(base string, take func(name string) error) error {
	numbered := func(n int) string {
		if n == 1 {
			return base
		}
		return fmt.Sprintf("%s %d", base, n)
	}
	var err error
	n := s.firstFree(func(n int) string { return Slug(numbered(n)) })
	for range maxSame {
		var slug string
		for {
			slug = Slug(numbered(n))
			if s.Heads.reserve(slug) {
				break
			}
			n++
		}
		err = take(numbered(n))
		s.Heads.unreserve(slug)
		if !errors.Is(err, errTaken) {
			break
		}
		n++
	}
	return err
}

// firstFree is a number whose slug no file has, though the one before is taken. It
// looks for a few files only, however many there are.
func (s Store) firstFree(slug func(n int) string) int {
	free := func(n int) bool {
		_, err := os.Lstat(s.path(slug(n)))
		return err != nil
	}
	if free(1) {
		return 1
	}
	const most = 1 << 30
	end := 2
	for end < most && !free(end) {
		end *= 2
	}
	return end/2 + 1 + sort.Search(end/2-1, func(i int) bool { return free(end/2 + 1 + i) })
}
