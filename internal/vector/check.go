package vector

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
)

// What a store takes. The limits keep an Upsert within one request to any server, and
// labels within what any server can filter by.
const (
	MaxHits       = 1000    // of a search
	MaxPoints     = 10_000  // of an Upsert, and
	MaxNumbers    = 6 << 20 // in the vectors of an Upsert
	MaxDimensions = 4096
	MaxID         = 1024 // bytes of an id or owner
	MaxLabels     = 32   // of a point, or named by a filter
	MaxLabel      = 1024 // bytes of a label's value
	MaxBound      = 48   // bytes of From and Until
	MaxChoices    = 10_000
)

// lengthError is how far from 1 the length of a vector may be; vectors that were kept in
// half precision are this exact.
const lengthError = 1e-3

// CheckUpsert refuses points that no store can take.
func CheckUpsert(collection string, points []Point) error {
	if err := checkCollection(collection); err != nil {
		return err
	}
	if len(points) > MaxPoints {
		return fault.New(fault.Internal, "%d points at once; a vector store takes %d", len(points), MaxPoints)
	}
	if len(points) > 0 && len(points)*len(points[0].Vector) > MaxNumbers {
		return fault.New(fault.Internal, "%d points of %d dimensions at once; a vector store takes %d", len(points), len(points[0].Vector), MaxNumbers/len(points[0].Vector))
	}
	for i, p := range points {
		switch err := checkText("id", p.ID, MaxID); {
		case err != nil:
			return err
		case p.ID == "":
			return fault.New(fault.BadData, "a point without an id cannot be stored")
		}
		if err := checkText("owner", p.Owner, MaxID); err != nil {
			return err
		}
		if err := checkVector(p.Vector); err != nil {
			return err
		}
		if len(p.Vector) != len(points[0].Vector) {
			return Mismatch(collection, len(points[0].Vector), len(points[i].Vector))
		}
		if len(p.Labels) > MaxLabels {
			return fault.New(fault.BadData, "%d labels of a point; at most %d can be stored", len(p.Labels), MaxLabels)
		}
		for key, value := range p.Labels {
			if err := checkKey(key); err != nil {
				return err
			}
			if err := checkText("label", value, MaxLabel); err != nil {
				return err
			}
		}
	}
	return nil
}

// CheckSearch refuses a search that no store can do.
func CheckSearch(collection string, query []float32, k int, f Filter) error {
	if err := CheckFilter(collection, f); err != nil {
		return err
	}
	if k < 1 || k > MaxHits {
		return fault.New(fault.Internal, "a search for %d points; it can be for 1 to %d", k, MaxHits)
	}
	return checkVector(query)
}

// CheckFilter refuses a filter that no store can apply.
func CheckFilter(collection string, f Filter) error {
	if err := checkCollection(collection); err != nil {
		return err
	}
	keys, choices := len(f.Labels)+len(f.From)+len(f.Until), len(f.Owners)+len(f.IDs)
	for key, values := range f.Labels {
		choices += len(values)
		if err := checkKey(key); err != nil {
			return err
		}
	}
	for _, bounds := range []map[string]string{f.From, f.Until} {
		for key, bound := range bounds {
			if err := checkKey(key); err != nil {
				return err
			}
			if err := checkText("bound of a label", bound, MaxBound); err != nil {
				return err
			}
		}
	}
	if keys > MaxLabels || choices > MaxChoices {
		return fault.New(fault.Internal, "a filter by %d labels and %d values; at most %d and %d can be", keys, choices, MaxLabels, MaxChoices)
	}
	return nil
}

// None reports whether a filter chooses nothing, whatever the points are.
func (f Filter) None() bool {
	if len(f.Owners) == 0 || f.IDs != nil && len(f.IDs) == 0 {
		return true
	}
	for _, values := range f.Labels {
		if len(values) == 0 {
			return true
		}
	}
	return false
}

// Mismatch is the fault for vectors of other dimensions than those of their collection.
func Mismatch(collection string, have, got int) error {
	return fault.New(fault.BadData, "the vectors of %s have %d dimensions, and this one has %d", collection, have, got).
		WithHint("vectors of another embedder belong into a collection of their own")
}

// checkCollection admits names that can be those of files and tables.
func checkCollection(name string) error {
	const allowed = "abcdefghijklmnopqrstuvwxyz0123456789_-"
	if name == "" || len(name) > 48 || strings.Trim(name, allowed) != "" {
		return fault.New(fault.Internal, "%.60q cannot be the name of a collection: it has 1 to 48 small letters, digits, _ and -", name)
	}
	return nil
}

// checkKey admits names that mean nothing else in a path or a query.
func checkKey(key string) error {
	for _, c := range []byte(key) {
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return fault.New(fault.Internal, "%.60q cannot be a label's name: it has letters, digits, _ and -", key)
		}
	}
	if key == "" || len(key) > 48 {
		return fault.New(fault.Internal, "a label's name has 1 to 48 bytes, not %d", len(key))
	}
	return nil
}

// checkText admits what every store can keep as it is.
func checkText(what, text string, most int) error {
	switch {
	case len(text) > most:
		return fault.New(fault.BadData, "%s of %d bytes, which is more than the %d that a vector store keeps: %.40q …", what, len(text), most, text)
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return fault.New(fault.BadData, "%s with bytes that are no text: %.60q", what, text)
	}
	return nil
}

func checkVector(v []float32) error {
	if len(v) == 0 || len(v) > MaxDimensions {
		return fault.New(fault.BadData, "a vector has 1 to %d dimensions, not %d", MaxDimensions, len(v))
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if length := math.Sqrt(sum); !(math.Abs(length-1) <= lengthError) { // nor NaN
		return fault.New(fault.BadData, "a vector of length %.4g; only those of length 1 can be compared", length).
			WithHint("divide the vector by its length")
	}
	return nil
}
