package eval

import (
	"context"
	"errors"

	"github.com/plumbdata/plumb/internal/fault"
)

// GoldBroken is a gold query that does not run: nothing can be measured by it.
const GoldBroken Class = "the gold query failed"

// maxCandidates bounds how many other queries are tried for the oracle.
const maxCandidates = 10

// scorer judges answers about one database.
type scorer struct {
	database *database
	ordered  bool
}

// truth is a gold query with its result.
type truth struct {
	result *Result
	rule   rule
}

// score fills in a record's class.
func (s scorer) score(ctx context.Context, r *Record, t Turn, answer Answer) error {
	if t.Unanswerable() {
		switch r.Status {
		case Declined:
			r.Class = Right
		case Answered:
			r.Class = ShouldDecline
		default:
			r.Class = NotAnswered
		}
		for _, c := range answer.Tried {
			r.Tried = append(r.Tried, Tried{Merits: c.Merits, Text: c.Text})
		}
		return nil
	}
	truths, err := s.truths(ctx, t.Gold)
	if err != nil {
		return err
	}
	if len(truths) == 0 {
		r.Class = GoldBroken
		return nil
	}
	switch r.Status {
	case Declined:
		r.Class = WronglyRefused
	case Answered:
		var failure error
		r.Class, failure = s.class(ctx, r.SQL, truths)
		if failure != nil {
			r.Error = failure.Error()
		}
	default:
		r.Class = NotAnswered
	}
	r.Oracle = r.Class == Right
	for _, c := range answer.Candidates[:min(len(answer.Candidates), maxCandidates)] {
		if r.Oracle || ctx.Err() != nil {
			break
		}
		class, _ := s.class(ctx, c, truths)
		r.Oracle = class == Right
	}
	for _, c := range answer.Tried {
		class, _ := s.class(ctx, c.SQL, truths)
		r.Tried = append(r.Tried, Tried{class == Right, c.Merits, c.Text})
	}
	return nil
}

// truths runs the gold queries.
func (s scorer) truths(ctx context.Context, gold string) ([]truth, error) {
	var list []truth
	for _, q := range alternatives(gold) {
		result, err := s.database.plain.run(ctx, q)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			list = append(list, truth{result, ruleOf(q, s.ordered)})
		}
	}
	return list, nil
}

func ruleOf(gold string, ordersCount bool) rule {
	r := rule{ordered: ordersCount && ordered(gold), roundings: roundings(gold)}
	if r.ordered {
		r.sorted, _ = sortedBy(gold)
	}
	return r
}

// class judges one query: right if any truth agrees, else as the first one
// says.
func (s scorer) class(ctx context.Context, sql string, truths []truth) (Class, error) {
	said, class, err := s.run(ctx, sql)
	if err != nil {
		return class, err
	}
	for i, t := range truths {
		switch verdict := judge(t.result, said, t.rule); {
		case verdict == Right:
			return Right, nil
		case i == 0:
			class = verdict
		}
	}
	return class, nil
}

// run checks a query as the product does, and runs what the guard made of it.
func (s scorer) run(ctx context.Context, sql string) (*Result, Class, error) {
	g, err := s.database.conn.Guard(ctx)
	if err != nil {
		return nil, Broken, err
	}
	checked, err := g.Check(ctx, sql)
	if err != nil {
		if fault.CodeOf(err) == fault.Validation {
			return nil, Refused, err
		}
		return nil, Broken, err
	}
	said, err := s.database.plain.run(ctx, checked.SQL())
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, TooSlow, err
	case err != nil:
		return nil, Broken, err
	}
	return said, Right, nil
}
