package knowledge

import (
	"context"
	"encoding/json"
	"iter"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Place is where the documents of a source are. It is used by one goroutine.
type Place interface {
	// List yields what is there now. What an earlier listing gave is handed back, by
	// address, so that what is unchanged need not be looked at again.
	//
	// An error beside an item with an address is about that item: it is there, or was, and
	// cannot be read; if its code is fault.NotFound it is gone. An error beside an empty
	// item is about the listing, which is not complete, unless its code is
	// fault.ResultTruncated: then it ended at its bounds.
	List(ctx context.Context, known map[string]Item) iter.Seq2[Item, error]
	Read(ctx context.Context, item Item) ([]byte, error)
	// Walks is true where a listing goes from item to item, as a crawl does, and each is
	// best read before it goes on.
	Walks() bool
}

// Item is something that can be read at a place.
type Item struct {
	Address  string    // the same in every listing
	Name     string    // for people; its ending may tell the type
	Media    string    // the media type that a server names
	Mark     string    // changes with the content; "" where nothing tells
	Modified time.Time // zero where nothing tells
	// Kept is what the place wants to have back with the next listing.
	Kept json.RawMessage
}

// Stage is what a library is doing.
type Stage string

// The stages of a refresh.
const (
	Listing   Stage = "listing"
	Reading   Stage = "reading"
	Embedding Stage = "embedding"
)

// Progress says how far the work on a source is.
type Progress struct {
	Source string `json:"source,omitempty"`
	Stage  Stage  `json:"stage"`
	Done   int    `json:"done"`
	Total  int    `json:"total"` // as far as it is known; in a crawl it grows
	What   string `json:"what,omitempty"`
}

// Summary is what a refresh did.
type Summary struct {
	Listed int `json:"listed"`
	Same   int `json:"same"`   // not read, or read and unchanged
	Read   int `json:"read"`   // new or changed
	Failed int `json:"failed"` // what was read of them before stays
	Gone   int `json:"gone"`
	// Complete is false when the listing failed. Then nothing counts as gone.
	Complete    bool               `json:"complete"`
	Diagnostics []fault.Diagnostic `json:"diagnostics,omitempty"`
	Took        Times              `json:"took"`
}

// Times are where the time of a refresh went. What several workers did at once counts for
// each.
type Times struct {
	Fetching   time.Duration `json:"fetching"` // with the listing
	Extracting time.Duration `json:"extracting"`
	Cutting    time.Duration `json:"cutting"`
	Writing    time.Duration `json:"writing"`
}

const maxDiagnostics = 100

func (s *Summary) note(err error, severity fault.Severity, file string) {
	if len(s.Diagnostics) < maxDiagnostics {
		d := fault.Of(err).Diagnostic(severity)
		d.File = file
		s.Diagnostics = append(s.Diagnostics, d)
	}
}
