package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/memory"
	"github.com/plumbdata/plumb/internal/mode/lookup"
	"github.com/plumbdata/plumb/internal/neural/embed"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/vector"
	vectorfile "github.com/plumbdata/plumb/internal/vector/file"
	vectorpostgres "github.com/plumbdata/plumb/internal/vector/postgres"
	"github.com/plumbdata/plumb/internal/vector/qdrant"
)

// knowledge is what is known beside the data of any database: memories and documents. It
// is open until close.
type knowledge struct {
	app     *app
	kept    *sqlite.Store
	vectors vector.Store        // nil where it could not be opened
	memory  func() *memory.Book // nil where nothing is remembered
	library *library
	life    context.Context // of a server, whose answers do not wait for documents; nil elsewhere
}

// openKnowledge opens what is known. What cannot be opened is said, and questions are
// answered without.
func (a *app) openKnowledge(ctx context.Context, c *config.Config, kept *sqlite.Store) *knowledge {
	k := &knowledge{app: a, kept: kept, memory: func() *memory.Book { return nil }}
	var err error
	if k.vectors, err = a.openVectors(ctx, c); err != nil {
		a.diagnose([]fault.Diagnostic{fault.Of(err).Diagnostic(fault.Warning)})
	}
	k.library = a.newLibrary(c, kept, k.vectors)
	if c.Memories.Keep == config.KeepOn && k.vectors != nil {
		k.memory = sync.OnceValue(func() *memory.Book { return newMemory(kept, k.vectors, a, c) })
	}
	return k
}

func newMemory(kept store.Records, vectors vector.Store, a *app, c *config.Config) *memory.Book {
	var embedder embed.Embedder
	if e, err := account.Sentences(); err == nil { // without it, nothing comes to mind
		embedder = e
	}
	return memory.New(kept, vectors, embedder, a.Now, func() string { return freshID("memory_") }, memory.Options{TopK: c.Memories.Top, MinScore: c.Memories.Nearness(), Effective: talk.Effective})
}

// openVectors opens the vector store that the configuration names.
func (a *app) openVectors(ctx context.Context, c *config.Config) (vector.Store, error) {
	address, err := c.VectorStore()
	if err != nil {
		return nil, err
	}
	scheme, rest, _ := strings.Cut(address, "://")
	switch scheme {
	case "":
		return vectorfile.Open(ctx, vectorfile.Options{Folder: filepath.Join(c.Folder, "vectors")})
	case "postgres", "postgresql":
		return vectorpostgres.Open(ctx, vectorpostgres.Options{Address: address})
	case "qdrant", "qdrants":
		over := "http://"
		if scheme == "qdrants" {
			over = "https://"
		}
		return qdrant.Open(ctx, qdrant.Options{Address: over + rest, Key: a.env("PLUMB_QDRANT_KEY")})
	}
	return nil, fault.New(fault.Config, "knowledge.vectors has an address of an unknown kind").WithHint("use postgres://…, qdrant://host:6334, qdrants://host:6334 with TLS, or leave it out")
}

func (k *knowledge) close() {
	k.library.wait()
	if k.vectors != nil {
		_ = k.vectors.Close()
	}
}

// of is what a conversation about one database knows.
func (k *knowledge) of(ctx context.Context, c *config.Config, identity string) talk.Knowledge {
	a := k.app
	known := talk.Knowledge{Mode: c.Knowledge.Mode, Owner: store.Local, Memory: k.memory(), Lessons: a.lessons(k.kept, identity), Glossary: glossary.Open(k.kept, identity, a.Now)}
	if err := a.readProjectGlossary(ctx, c, known.Glossary); err != nil {
		a.diagnose([]fault.Diagnostic{fault.Of(err).Diagnostic(fault.Warning)}) // questions are answered without
	}
	known.Library = k.documents(c)
	return known
}

// documents are those that questions may be answered from.
func (k *knowledge) documents(c *config.Config) lookup.Library {
	s := &searched{library: k.library, config: c}
	if k.life != nil {
		s.life, s.most = k.life, answerWait
	}
	return s
}

// readProjectGlossary makes the terms of the project's file those of the glossary.
func (a *app) readProjectGlossary(ctx context.Context, c *config.Config, g *glossary.Glossary) error {
	if c.Project == "" {
		return nil
	}
	path := a.glossaryFile()
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	list, err := readGlossary(path, glossary.FileName)
	if err != nil {
		return err
	}
	_, _, err = g.Import(ctx, list, glossary.FileName)
	return err
}
