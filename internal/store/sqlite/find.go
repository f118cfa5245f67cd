package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"maps"
	"slices"

	"github.com/plumbdata/plumb/internal/store"
)

// BM25's constants, as most search engines have them: how soon more of the same word
// says little more, and how much long passages count less.
const (
	saturation = 1.2
	lengthLoss = 0.75
)

// maxAsked is how many terms of a question are looked up, the first ones: the bits of a
// word.
const maxAsked = 64

// standing is a passage that a term stands in, by its place among those searched.
type standing struct {
	at            int
	count, length float64
}

// searched are the passages of chosen documents, one document after the other.
type searched struct {
	first   map[uint64]int // of a document by its number in the table
	numbers []uint64       // of the documents
	starts  []int          // the first passage of each
	count   int
	average float64 // terms of a passage
}

// FindTerms implements store.Catalogue. How seldom a term is, which says how much it
// counts, is counted in what the filter chooses: nobody's documents change what others
// find.
func (s *Store) FindTerms(ctx context.Context, q store.TermQuery, f store.DocumentFilter) (store.Found, error) {
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return store.Found{}, s.fault(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	found, err := findTerms(ctx, tx, q, f)
	if err != nil {
		return store.Found{}, s.fault(err)
	}
	return found, nil
}

func findTerms(ctx context.Context, tx *sql.Tx, q store.TermQuery, f store.DocumentFilter) (store.Found, error) {
	found := store.Found{Having: map[string]int{}}
	in, err := search(ctx, tx, f)
	if found.Passages = in.count; err != nil || in.average == 0 {
		return found, err
	}
	asked := map[string]int{}
	for _, t := range q.Terms {
		if asked[t] > 0 || len(asked) < maxAsked {
			asked[t]++
		}
	}
	scores, having := make([]float64, in.count), make([]uint64, in.count) // a bit for each term
	sorted := slices.Sorted(maps.Keys(asked))
	for i, t := range sorted {
		list, err := in.standings(ctx, tx, t)
		if err != nil {
			return found, err
		}
		found.Having[t] = len(list)
		weight := float64(asked[t]) * found.Rarity(t)
		for _, x := range list {
			having[x.at] |= 1 << i
			scores[x.at] += weight * x.count * (saturation + 1) / (x.count + saturation*(1-lengthLoss+lengthLoss*x.length/in.average))
		}
	}
	places := best(scores, store.Limit(f.Limit))
	also, err := in.places(ctx, tx, q.Also)
	if err != nil {
		return found, err
	}
	for _, at := range also {
		if !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	if found.Hits, err = in.hits(ctx, tx, places); err != nil {
		return found, err
	}
	for h, at := range places {
		found.Hits[h].Score = scores[at]
		for i, t := range sorted {
			if having[at]>>i&1 == 1 {
				found.Hits[h].Terms = append(found.Hits[h].Terms, t)
			}
		}
	}
	return found, err
}

// search reads which passages there are to be searched. One row instead of one for each
// document is what makes it fast.
func search(ctx context.Context, tx *sql.Tx, f store.DocumentFilter) (searched, error) {
	in := searched{first: map[uint64]int{}}
	where, args := chosenDocuments(f)
	var text string
	var length int
	err := tx.QueryRowContext(ctx, `SELECT json_group_array(json_array(seq, passages)), coalesce(sum(passages), 0), coalesce(sum(length), 0)
		FROM documents WHERE passages > 0 AND `+where, args...).Scan(&text, &in.count, &length)
	if err != nil || length == 0 {
		return in, err
	}
	var list [][2]uint64 // numbers and passages
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return in, err
	}
	slices.SortFunc(list, func(a, b [2]uint64) int { return cmp.Compare(a[0], b[0]) })
	at := 0
	for _, d := range list {
		in.first[d[0]] = at
		in.numbers, in.starts = append(in.numbers, d[0]), append(in.starts, at)
		at += int(d[1])
	}
	in.average = float64(length) / float64(in.count)
	return in, nil
}

// standings reads where a term stands.
func (in searched) standings(ctx context.Context, tx *sql.Tx, term string) ([]standing, error) {
	rows, err := tx.QueryContext(ctx, "SELECT places FROM posting_segments s CROSS JOIN postings p ON p.segment = s.segment AND p.term = ?", term)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []standing
	var places sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&places); err != nil {
			return nil, err
		}
		for p, err := range postingsIn(places) {
			if err != nil {
				return nil, err
			}
			if first, ok := in.first[p.document]; ok {
				list = append(list, standing{first + int(p.number), float64(p.count), float64(p.length)})
			}
		}
	}
	return list, rows.Err()
}

// best are the places of the highest scores, the highest first, and those of equal score
// in their order.
func best(scores []float64, most int) []int {
	before := func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) }
	var list []int
	for at, score := range scores {
		switch {
		case score <= 0:
		case len(list) < 2*most:
			list = append(list, at)
		default:
			slices.SortFunc(list, before)
			list = append(list[:most], at)
		}
	}
	slices.SortFunc(list, before)
	return list[:min(len(list), most)]
}

// places are those of the passages with the given ids.
func (in searched) places(ctx context.Context, tx *sql.Tx, ids []string) ([]int, error) {
	rows, err := tx.QueryContext(ctx, "SELECT document, number FROM passages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id", jsonList(ids))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []int
	for rows.Next() {
		var document uint64
		var number int
		if err := rows.Scan(&document, &number); err != nil {
			return nil, err
		}
		if first, ok := in.first[document]; ok {
			list = append(list, first+number)
		}
	}
	return list, rows.Err()
}

// hits names the passages at places.
func (in searched) hits(ctx context.Context, tx *sql.Tx, places []int) ([]store.TermHit, error) {
	statement, err := tx.PrepareContext(ctx, `SELECT p.id, d.id FROM passages p JOIN documents d ON d.seq = p.document
		WHERE p.document = ? AND p.number = ?`)
	if err != nil {
		return nil, err
	}
	defer statement.Close()
	out := make([]store.TermHit, len(places))
	for i, at := range places {
		d, exact := slices.BinarySearch(in.starts, at)
		if !exact {
			d--
		}
		if err := statement.QueryRowContext(ctx, in.numbers[d], at-in.starts[d]).Scan(&out[i].Passage, &out[i].Document); err != nil {
			return nil, err
		}
	}
	return out, nil
}
