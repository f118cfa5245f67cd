package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"iter"
	"maps"
	"slices"

	"github.com/plumbdata/plumb/internal/store"
)

// Segments of postings: so many of a level become one of the next, until they are so
// large that merging them would hold writers up for long. A store is rewritten as one
// segment when most of its postings are of documents that are no more.
const (
	segmentsOfLevel = 8
	largestSegment  = 2_000_000
	fewPostings     = 10_000
)

// posting is a passage that a term stands in.
type posting struct{ document, number, count, length uint64 }

// postings are the passages that terms stand in, as the table keeps them.
type postings map[string][]byte

func (p postings) append(term string, x posting) {
	b := p[term]
	for _, v := range []uint64{x.document, x.number, x.count, x.length} {
		b = binary.AppendUvarint(b, v)
	}
	p[term] = b
}

// postingsIn takes apart what append has put together.
func postingsIn(b []byte) iter.Seq2[posting, error] {
	return func(yield func(posting, error) bool) {
		for len(b) > 0 {
			var x posting
			for _, to := range []*uint64{&x.document, &x.number, &x.count, &x.length} {
				v, n := binary.Uvarint(b)
				if n <= 0 {
					yield(posting{}, errors.New("postings of documents are damaged"))
					return
				}
				*to, b = v, b[n:]
			}
			if !yield(x, nil) {
				return
			}
		}
	}
}

// add adds the passages of a document.
func (p postings) add(document int64, list []store.Passage) {
	for number, passage := range list {
		for term, count := range termCounts(passage) {
			p.append(term, posting{uint64(document), uint64(number), uint64(count), uint64(len(passage.Terms))})
		}
	}
}

func termCounts(p store.Passage) map[string]int {
	counts := map[string]int{}
	for _, t := range p.Terms {
		counts[t]++
	}
	return counts
}

// countPostings is how many postings passages will have, and how many terms.
func countPostings(list []store.Passage) (count, length int) {
	for _, p := range list {
		count += len(termCounts(p))
		length += len(p.Terms)
	}
	return count, length
}

// put writes a segment.
func (p postings) put(ctx context.Context, conn *sql.Conn, level int) error {
	count := 0
	for _, b := range p {
		for _, err := range postingsIn(b) {
			if err != nil {
				return err
			}
			count++
		}
	}
	if count == 0 {
		return nil
	}
	r, err := conn.ExecContext(ctx, "INSERT INTO posting_segments (level, postings) VALUES (?, ?)", level, count)
	if err != nil {
		return err
	}
	segment, err := r.LastInsertId()
	if err != nil {
		return err
	}
	statement, err := conn.PrepareContext(ctx, "INSERT INTO postings (segment, term, places) VALUES (?, ?, ?)")
	if err != nil {
		return err
	}
	defer statement.Close()
	for _, term := range slices.Sorted(maps.Keys(p)) {
		if len(p[term]) == 0 {
			continue
		}
		if _, err := statement.ExecContext(ctx, segment, term, p[term]); err != nil {
			return err
		}
	}
	return nil
}

// segment is a row of posting_segments.
type segment struct{ id, level, postings int64 }

// mergePostings merges what has become too many segments, or too old ones.
func mergePostings(ctx context.Context, conn *sql.Conn) error {
	for {
		list, level, err := mergeable(ctx, conn)
		if err != nil || len(list) == 0 {
			return err
		}
		merged, err := readLive(ctx, conn, list)
		if err != nil {
			return err
		}
		for _, s := range list {
			for _, table := range []string{"postings", "posting_segments"} {
				if _, err := conn.ExecContext(ctx, "DELETE FROM "+table+" WHERE segment = ?", s.id); err != nil {
					return err
				}
			}
		}
		if err := merged.put(ctx, conn, level); err != nil {
			return err
		}
	}
}

// mergeable are segments to merge, and the level of what comes of them.
func mergeable(ctx context.Context, conn *sql.Conn) (list []segment, level int, err error) {
	rows, err := conn.QueryContext(ctx, "SELECT segment, level, postings FROM posting_segments ORDER BY segment")
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	var all []segment
	total, highest := int64(0), int64(0)
	for rows.Next() {
		var s segment
		if err := rows.Scan(&s.id, &s.level, &s.postings); err != nil {
			return nil, 0, err
		}
		all, total, highest = append(all, s), total+s.postings, max(highest, s.level)
	}
	if err := rows.Err(); err != nil {
		return nil, 0, err
	}
	var live int64
	if err := conn.QueryRowContext(ctx, "SELECT coalesce(sum(postings), 0) FROM documents").Scan(&live); err != nil {
		return nil, 0, err
	}
	if total > 2*live+fewPostings {
		return all, int(highest), nil
	}
	for l := range highest + 1 {
		list := slices.DeleteFunc(slices.Clone(all), func(s segment) bool { return s.level != l || s.postings > largestSegment })
		if len(list) >= segmentsOfLevel {
			return list, int(l) + 1, nil
		}
	}
	return nil, 0, nil
}

// readLive reads the postings of segments whose documents are still there.
func readLive(ctx context.Context, conn *sql.Conn, list []segment) (postings, error) {
	live, err := liveDocuments(ctx, conn)
	if err != nil {
		return nil, err
	}
	merged := postings{}
	read := func(s segment) error {
		rows, err := conn.QueryContext(ctx, "SELECT term, places FROM postings WHERE segment = ?", s.id)
		if err != nil {
			return err
		}
		defer rows.Close()
		var term string
		var places sql.RawBytes
		for rows.Next() {
			if err := rows.Scan(&term, &places); err != nil {
				return err
			}
			for x, err := range postingsIn(places) {
				if err != nil {
					return err
				}
				if live[x.document] {
					merged.append(term, x)
				}
			}
		}
		return rows.Err()
	}
	for _, s := range list {
		if err := read(s); err != nil {
			return nil, err
		}
	}
	return merged, nil
}

func liveDocuments(ctx context.Context, conn *sql.Conn) (map[uint64]bool, error) {
	rows, err := conn.QueryContext(ctx, "SELECT seq FROM documents")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	live := map[uint64]bool{}
	for rows.Next() {
		var seq uint64
		if err := rows.Scan(&seq); err != nil {
			return nil, err
		}
		live[seq] = true
	}
	return live, rows.Err()
}
