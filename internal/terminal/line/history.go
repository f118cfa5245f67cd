package line

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

// History is what was entered before, here and by other processes: a file of
// one entry a line. The zero History remembers for as long as it lives.
type History struct {
	path string
	list []string // the newest last
}

const (
	maxEntries = 2000
	maxHistory = 1 << 20 // bytes; the oldest entries go
	lockWait   = 500 * time.Millisecond
)

// OpenHistory reads the history of a file, which need not exist. With an error
// comes a history that is not kept.
func OpenHistory(path string) (*History, error) {
	list, err := readHistory(path)
	if err != nil {
		return &History{}, unkept(path, err)
	}
	return &History{path: path, list: list}, nil
}

// Add remembers a text: not one that begins with a space, nor the same twice
// in a row. What other processes have added is kept, and seen from now on.
func (h *History) Add(text string) error {
	if strings.TrimSpace(text) == "" || text[0] == ' ' || len(text) > maxText {
		return nil
	}
	if h.path == "" {
		h.list = boundHistory(appendEntry(h.list, text))
		return nil
	}
	if err := h.share(text); err != nil {
		h.list = boundHistory(appendEntry(h.list, text))
		return unkept(h.path, err)
	}
	return nil
}

// share adds an entry to those of all processes.
func (h *History) share(text string) error {
	lock, err := ownfile.Lock(nil, h.path+".lock", lockWait)
	if err != nil {
		return err
	}
	defer lock.Close()
	list, err := readHistory(h.path)
	if err != nil {
		return err
	}
	h.list = boundHistory(appendEntry(list, text))
	return ownfile.Replace(h.path, encodeHistory(h.list))
}

func appendEntry(list []string, text string) []string {
	if len(list) > 0 && list[len(list)-1] == text {
		return list
	}
	return append(list[:len(list):len(list)], text)
}

func boundHistory(list []string) []string {
	list = list[max(0, len(list)-maxEntries):]
	size := 0
	for i := len(list) - 1; i >= 0; i-- {
		if size += len(list[i]) + 1; size > maxHistory/2 { // a file holds them also where every sign is escaped
			return list[i+1:]
		}
	}
	return list
}

// A line break within an entry is written as \n, so that a line is an entry.
var (
	escaping   = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	unescaping = strings.NewReplacer(`\\`, `\`, `\n`, "\n")
)

func readHistory(path string) ([]string, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	skip := max(0, info.Size()-maxHistory)
	data, err := io.ReadAll(io.NewSectionReader(f, skip, maxHistory))
	if err != nil {
		return nil, err
	}
	if skip > 0 { // the first line is a part of one
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	var list []string
	for line := range strings.Lines(string(data)) {
		text := readable(unescaping.Replace(strings.TrimRight(line, "\r\n")))
		if text != "" && len(text) <= maxText {
			list = append(list, text)
		}
	}
	return boundHistory(list), nil
}

// encodeHistory returns the text of a file of entries.
func encodeHistory(list []string) []byte {
	var b strings.Builder
	for _, text := range list {
		b.WriteString(escaping.Replace(text) + "\n")
	}
	return []byte(b.String())
}

func unkept(path string, err error) error {
	return fault.Wrap(err, fault.Config, "the history of the prompt cannot be saved: %s: %v", path, ownfile.Cause(err)).
		WithHint("check the owner and permissions of the file and its folder")
}
