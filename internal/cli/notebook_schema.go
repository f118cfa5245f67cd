package cli

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/schema"
)

// maxSchemas is how many schemas are remembered, the latest used.
const maxSchemas = 100

// schemas remembers how databases looked when cells were made, by hash, so
// that what has changed since can be told.
func schemas(c *config.Config) schema.Cache {
	return schema.Cache{Dir: filepath.Join(c.Folder, "schemas")}
}

// rememberSchema keeps the structure of a schema that a cell was made on, with
// none of its data. What cannot be kept costs only words later.
func rememberSchema(c *config.Config, s *schema.Snapshot) {
	memory, hash := schemas(c), schema.Hash(s)
	if _, err := memory.Load(hash); err == nil {
		return
	}
	if memory.Save(hash, structureOf(s)) == nil {
		forgetOldest(memory.Dir)
	}
}

// structureOf is a schema without samples and statistics.
func structureOf(s *schema.Snapshot) *schema.Snapshot {
	bare := *s
	bare.Documents = schema.Documents{}
	bare.Tables = slices.Clone(s.Tables)
	for i := range bare.Tables {
		columns := slices.Clone(bare.Tables[i].Columns)
		for j := range columns {
			columns[j].Values, columns[j].Min, columns[j].Max, columns[j].Default = nil, "", "", ""
		}
		bare.Tables[i].Columns = columns
	}
	return &bare
}

func forgetOldest(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) <= maxSchemas {
		return
	}
	type file struct {
		name string
		age  int64
	}
	var files []file
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, file{e.Name(), info.ModTime().UnixNano()})
		}
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(b.age, a.age) })
	for _, f := range files[min(maxSchemas, len(files)):] {
		_ = os.Remove(filepath.Join(dir, f.name))
	}
}
