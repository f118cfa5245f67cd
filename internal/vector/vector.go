// Package vector is the port to vector stores: points with a vector of length 1 and
// labels, found by the nearness of their vectors.
//
// Each adapter guarantees, and package vectortest checks:
//
//   - A point belongs to one owner, or to everybody (""). A search sees the points of the
//     owners that it names, and no others.
//   - Upsert and Delete are all or nothing, and what they acknowledged outlives the
//     process.
//   - A search returns the nearest points first, those of equal score by their id.
//   - What CheckUpsert, CheckSearch and CheckFilter refuse is refused.
//   - Errors are faults.
//
// A Store serves many goroutines.
package vector

import "context"

// Store keeps vectors in collections, which come into being with their first point. All
// vectors of a collection have the same number of dimensions. To look into a collection
// that is not there finds nothing.
type Store interface {
	// Upsert adds points, or replaces those of the same owner and id. Of points of the
	// same owner and id in one call, the last counts.
	Upsert(ctx context.Context, collection string, points []Point) error
	// Delete removes the points that a filter chooses, and says how many.
	Delete(ctx context.Context, collection string, f Filter) (int, error)
	// Search finds the k points nearest to a vector of length 1.
	Search(ctx context.Context, collection string, query []float32, k int, f Filter) ([]Hit, error)
	// Count says how many points a filter chooses.
	Count(ctx context.Context, collection string, f Filter) (int, error)
	Close() error
}

// Point is a vector with what it stands for.
type Point struct {
	ID     string
	Owner  string // "" is everybody's
	Vector []float32
	Labels map[string]string // few and short, to filter by: source, type, day
}

// Filter chooses points. A point must meet all of it.
type Filter struct {
	Owners []string            // whose; an empty list chooses nobody's
	IDs    []string            // these only; nil for all
	Labels map[string][]string // the label has one of the values
	// From and Until bound labels by the order of their bytes, both inclusive; "" is open.
	// A point without the label is outside.
	From, Until map[string]string
}

// Hit is a point that a search found.
type Hit struct {
	ID     string
	Owner  string
	Score  float64 // the cosine
	Labels map[string]string
}
