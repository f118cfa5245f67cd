package eval

// Difficulty is Spider's hardness of a query: how many clauses, nested queries
// and lists it has.
type Difficulty string

const (
	Easy   Difficulty = "easy"
	Medium Difficulty = "medium"
	Hard   Difficulty = "hard"
	Extra  Difficulty = "extra"
)

// Difficulties in their order.
var Difficulties = []Difficulty{Easy, Medium, Hard, Extra}

// DifficultyOf follows the counting of Spider's own evaluation, on tokens.
func DifficultyOf(sql string) Difficulty {
	n := count(lex(sql))
	switch clauses, lists, nested := n.clauses, n.lists(), n.nested; {
	case clauses <= 1 && lists == 0 && nested == 0:
		return Easy
	case nested == 0 && (lists <= 2 && clauses <= 1 || clauses <= 2 && lists < 2):
		return Medium
	case nested == 0 && (lists > 2 && clauses <= 2 || clauses > 2 && clauses <= 3 && lists <= 2),
		clauses <= 1 && lists == 0 && nested <= 1:
		return Hard
	}
	return Extra
}

// counts are what hardness is made of.
type counts struct {
	clauses    int // WHERE, GROUP BY, ORDER BY, LIMIT, joins, OR, LIKE
	nested     int // queries inside, and set operations
	aggregates int
	selected   int // columns
	conditions int
	groups     int // columns that are grouped by
}

// lists counts what there is more than one of.
func (c counts) lists() int {
	n := 0
	for _, many := range []bool{c.aggregates > 1, c.selected > 1, c.conditions > 1, c.groups > 1} {
		if many {
			n++
		}
	}
	return n
}

func count(tokens []token) counts {
	var c counts
	clause, between, compound := "", false, false
	for i, t := range tokens {
		if t.kind == word && t.query == 1 && t.is("SELECT") && tokens[i-1].is("(") {
			c.nested++
		}
		if t.query > 0 {
			continue
		}
		switch {
		case t.is("UNION", "INTERSECT", "EXCEPT"):
			c.nested++
			compound = true // what follows is a query of its own
		case compound:
		case t.is("SELECT", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT") && t.paren == 0:
			clause = t.text
			switch clause {
			case "WHERE":
				c.clauses++
				c.conditions++
			case "GROUP", "ORDER", "LIMIT":
				c.clauses++
			}
			if clause == "SELECT" || clause == "GROUP" {
				c.add(clause)
			}
		case t.is("JOIN") && clause == "FROM":
			c.clauses++
		case t.is(",") && t.paren == 0:
			c.add(clause)
		case t.is("BETWEEN"):
			between = true
		case t.is("AND") && between:
			between = false
		case t.is("AND", "OR"):
			if clause == "WHERE" {
				c.conditions++
			}
			if t.is("OR") {
				c.clauses++
			}
		case t.is("LIKE"):
			c.clauses++
		case t.is("COUNT", "SUM", "AVG", "MIN", "MAX") && i+1 < len(tokens) && tokens[i+1].is("("):
			c.aggregates++
		}
	}
	return c
}

// add counts one more member of a clause's list.
func (c *counts) add(clause string) {
	switch clause {
	case "SELECT":
		c.selected++
	case "GROUP":
		c.groups++
	case "FROM":
		c.clauses++
	}
}
