package config

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Documents are documents that questions may be answered from.
type Documents struct {
	Place   DSN           `json:"place" late:"yes" doc:"Where they are: a file, a folder, a glob such as handbook/**/*.pdf, https://host/page, s3://bucket/prefix, ftp://user:${PASSWORD}@host/folder or sftp://user:${PASSWORD}@host/folder. Relative paths start from the folder of the file that contains this line."`
	Text    string        `json:"text,omitempty" doc:"The text itself, in Markdown, in place of a place."`
	Include []string      `json:"include,omitempty" doc:"Names of files to read, as patterns such as *.pdf. Empty means all that can be read."`
	Crawl   bool          `json:"crawl,omitempty" doc:"Follow the links of pages, within the site of the first one and as its robots.txt allows."`
	Depth   int           `json:"depth,omitempty" min:"0" doc:"How many links away from the first page are followed; 3 if left out."`
	Pages   int           `json:"pages,omitempty" min:"0" doc:"How many pages are read at most; 500 if left out."`
	Hosts   []string      `json:"hosts,omitempty" doc:"Other hosts whose pages may be followed."`
	Allow   []string      `json:"allow,omitempty" doc:"Hosts that may be reached although their addresses are private, or without https."`
	HostKey string        `json:"host_key,omitempty" doc:"The fingerprint of an SFTP server's key, such as SHA256:…; without it, the server must be in ~/.ssh/known_hosts."`
	Refresh time.Duration `json:"refresh,omitempty" min:"1s" doc:"The age at which they are looked at again; an hour if left out. Files and folders are looked at whenever they are used."`
}

// Knowledge says what answers questions beside the data.
type Knowledge struct {
	Mode    string `json:"mode" default:"all_in" enum:"all_in|chat_rag|data_analyst" doc:"What answers: data, documents and general talk (all_in), documents and general talk without data (chat_rag), or data alone (data_analyst)."`
	Vectors DSN    `json:"vectors,omitempty" late:"yes" doc:"Where the vectors of passages and memories are kept: a PostgreSQL database with pgvector (postgres://…), or Qdrant (qdrant://host:6334, with PLUMB_QDRANT_KEY in the environment). Without it, in files beside the store."`
}

// Memories says what is remembered of a person.
type Memories struct {
	Keep  string  `json:"keep" default:"on" enum:"on|off" doc:"Whether preferences, facts and accepted answers are remembered; off also stops applying what is remembered."`
	Top   int     `json:"top" default:"3" min:"0" doc:"How many memories come to mind with a question at most."`
	Score Decimal `json:"score" default:"0.75" doc:"How near a memory must be to a question, from 0 to 1."`
}

// What memories.keep may say.
const (
	KeepOn  = "on"
	KeepOff = "off"
)

// Nearness is the score as a number.
func (m Memories) Nearness() float64 {
	f, err := strconv.ParseFloat(string(m.Score), 64)
	if err != nil {
		return 0.75
	}
	return f
}

// Libraries are the names of the documents, sorted.
func (c *Config) Libraries() []string {
	names := make([]string, 0, len(c.Documents))
	for n := range c.Documents {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Place is where documents are: an address, with ${NAME} for what Variables gives, or an
// absolute path; "" for text that the configuration holds itself. FromProject is true where
// a project's file says it, which may come from anybody.
func (c *Config) Place(name string) (place string, fromProject bool, err error) {
	d, ok := c.Documents[name]
	if !ok {
		f := fault.New(fault.NotFound, "there are no documents named %s", Redact(name))
		if names := c.Libraries(); len(names) > 0 {
			return "", false, f.WithHint("%s", fault.DidYouMean(name, "documents", names))
		}
		return "", false, f.WithHint("add some: plumb docs add PLACE --name NAME")
	}
	if d.Place == "" {
		return "", c.origins["documents."+name+".text"].project, nil
	}
	from := c.origins["documents."+name+".place"]
	place = string(d.Place)
	if scheme, _, remote := strings.Cut(place, "://"); !remote || strings.ContainsAny(scheme, `/\`) {
		if place = c.underHome(place); !filepath.IsAbs(place) {
			place = filepath.Join(from.dir, place)
		}
	}
	return place, from.project, nil
}

// Variables are those that a place of documents may refer to: a project's file may name
// PLUMB_… variables and those of its own .env, and no others, because it says where they are
// sent.
func (c *Config) Variables(name string) func(variable string) string {
	lookup := c.lookupFor(c.origins["documents."+name+".place"], new(string))
	return func(variable string) string {
		v, _ := lookup(variable)
		return v
	}
}

// VectorStore is the address of the vector store, with its references replaced; "" for
// files. It holds secrets: it must not be printed or stored.
func (c *Config) VectorStore() (string, error) {
	const key = "knowledge.vectors"
	from, address := c.origins[key], string(c.Knowledge.Vectors)
	if address == "" || from.file == "" {
		return address, nil
	}
	if from.project {
		return "", fault.New(fault.Config, "%s: %s may not be set by a project, which would have your memories sent there", from, key).WithHint("move it to config.yaml in Plumb's home folder")
	}
	address, err := Expand(address, c.Lookup)
	if err != nil {
		return "", c.missing(err, key)
	}
	return address, nil
}

// ProjectAllows is true where a project's file says which private hosts may be reached for
// documents: then that does not count.
func (c *Config) ProjectAllows(name string) bool {
	return c.origins["documents."+name+".allow"].project
}

// PutDocuments adds documents, or replaces those of the name.
func PutDocuments(name string, of Documents) Edit {
	return func(d *document) error {
		if err := CheckName(name); err != nil {
			return fault.New(fault.Config, "%q cannot be the name of documents", shorten(Redact(name))).WithHint("use letters, digits, - and _, beginning with a letter")
		}
		edits := []setting{{key: "place", text: string(of.Place)}, {key: "text", text: of.Text}, {key: "include", list: of.Include}, {key: "hosts", list: of.Hosts}, {key: "allow", list: of.Allow}, {key: "host_key", text: of.HostKey}}
		for key, n := range map[string]int{"depth": of.Depth, "pages": of.Pages} {
			s := setting{key: key}
			if n > 0 {
				s.text = strconv.Itoa(n)
			}
			edits = append(edits, s)
		}
		crawl := setting{key: "crawl"}
		if of.Crawl {
			crawl.text = "true"
		}
		refresh := setting{key: "refresh"}
		if of.Refresh > 0 {
			refresh.text = of.Refresh.String()
		}
		slices.SortFunc(edits, func(a, b setting) int { return strings.Compare(order(a.key), order(b.key)) })
		return d.replace("documents", name, append(edits, crawl, refresh))
	}
}

// order is that of keys in a file: the place comes first.
func order(key string) string {
	if key == "place" {
		return ""
	}
	return key
}

// RemoveDocuments takes documents out of a file.
func RemoveDocuments(name string) Edit {
	return func(d *document) error {
		found, err := d.remove("documents", name)
		if err == nil && !found {
			return fault.New(fault.NotFound, "this file has no documents named %s", Redact(name)).WithHint("plumb docs lists them and where they are set")
		}
		return err
	}
}
