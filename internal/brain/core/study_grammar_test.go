package core

import "slices"

// studyGrammar are the ids of the study's grammar by name.
type studyGrammar map[string]int

func (g studyGrammar) ids(names ...string) []int {
	out := make([]int, len(names))
	for i, n := range names {
		out[i] = g[n]
	}
	return out
}

// The study's groups of tokens.
var (
	studyAggregates = []string{"count", "max", "min", "sum", "avg"}
	studyArithmetic = []string{"add", "sub", "mul", "div"}
	studyCompare    = []string{"=", "!=", "<", ">", "<=", ">="}
	studyLike       = []string{"like_mid", "like_pre", "like_suf", "like_all"}
	studyConstants  = []string{"val_1", "val_0", "val_2", "val_yes", "val_no"}
	studySets       = []string{"union", "intersect", "except"}
)

// studyContext is what all states of one question share.
type studyContext struct {
	in    *studyInput
	names []string
	ids   studyGrammar
}

type studyFrame struct {
	tables  []int
	clause  byte
	written int
}

// studyState is the study's automaton.
type studyState struct {
	*studyContext
	phase                                           string
	tables                                          []int
	lastTable, need, values, column, start, written int
	clause                                          byte
	stack                                           []studyFrame
	distinct, limit, done                           bool
}

func newStudyState(c *studyContext) *studyState {
	return &studyState{studyContext: c, phase: "Q", lastTable: -1, column: -1, start: -1}
}

func (s *studyState) Done() bool { return s.done }

// tail lists the clauses that may follow one of the given level.
func (s *studyState) tail(level int) []string {
	var out []string
	if level < 1 {
		out = append(out, "where")
	}
	if level < 2 {
		out = append(out, "group")
	}
	if level == 2 {
		out = append(out, "having")
	}
	if level < 4 {
		out = append(out, "order")
	}
	if level < 5 {
		out = append(out, "limit1", "limit")
	}
	out = append(out, studySets...)
	if len(s.stack) > 0 {
		return append(out, ")")
	}
	return append(out, "<eos>")
}

// allowed gives tokens of the grammar, and letters for kinds of items.
func (s *studyState) allowed() ([]string, string) {
	switch s.phase {
	case "Q":
		return []string{"from"}, ""
	case "F0":
		return nil, "T"
	case "F":
		return []string{"on", "select"}, "T"
	case "F2":
		return []string{"on", "select"}, ""
	case "ON1", "ON2":
		return nil, "A"
	case "U0":
		out := slices.Concat(studyAggregates, studyArithmetic)
		if s.clause == 'S' && s.written == 0 && !s.distinct {
			out = append(out, "distinct")
		}
		return out, "C"
	case "UA":
		return []string{"distinct"}, "C"
	case "UC":
		return nil, "C"
	case "UN":
		return studyAggregates, "C"
	case "UE":
		return s.afterUnit()
	case "NL":
		return studyLike, ""
	case "IN":
		return []string{"("}, ""
	case "V":
		if s.values == 1 && !s.limit {
			return slices.Concat(studyConstants, []string{"("}), "IW"
		}
		return studyConstants, "IW"
	case "VV":
		return studyConstants, "IW"
	case "VL":
		return nil, "W"
	case "VE":
		return nil, "E"
	case "PE":
		level := 3
		if s.clause == 'W' {
			level = 1
		}
		return append([]string{"and", "or"}, s.tail(level)...), ""
	case "OD":
		return s.tail(4), ""
	case "LE":
		return s.tail(5), ""
	}
	return nil, ""
}

func (s *studyState) afterUnit() ([]string, string) {
	few := func(limit int) string {
		if s.written < limit {
			return "C"
		}
		return ""
	}
	switch s.clause {
	case 'S':
		if s.written < 6 {
			return slices.Concat(studyAggregates, studyArithmetic, s.tail(0)), "C"
		}
		return s.tail(0), ""
	case 'G':
		return s.tail(2), few(3)
	case 'O':
		if s.written < 3 {
			return append([]string{"asc", "desc"}, studyAggregates...), "C"
		}
		return []string{"asc", "desc"}, ""
	}
	return slices.Concat(studyCompare, studyLike, []string{"not", "between", "in", "notin", "isnull", "notnull"}), ""
}

func (s *studyState) Allowed(mask []bool) {
	names, kinds := s.allowed()
	for _, id := range s.ids.ids(names...) {
		mask[id] = true
	}
	in, words := s.in, len(s.names)
	tables := words + in.words
	columns := tables + in.tables
	values := columns + in.columns
	set := func(from, to int) {
		for i := from; i < to; i++ {
			mask[i] = true
		}
	}
	for _, k := range kinds {
		switch k {
		case 'T':
			set(tables+s.lastTable+1, columns)
		case 'C':
			mask[columns] = true
			for _, t := range s.tables {
				for _, c := range in.db.of[t] {
					mask[columns+c] = true
				}
			}
		case 'A':
			set(columns+1, values)
		case 'I':
			for i, v := range in.values {
				if v.column == s.column {
					mask[values+i] = true
				}
			}
		case 'W':
			set(words, tables)
		case 'E':
			set(words+s.start, words+min(in.words, s.start+10))
		}
	}
}

func (s *studyState) valueDone() {
	s.values--
	switch {
	case s.values > 0:
		s.phase = "VV"
	case s.limit:
		s.phase = "LE"
	default:
		s.phase = "PE"
	}
}

func (s *studyState) Step(token int) State {
	next := *s
	if token >= len(s.names) {
		next.item(token - len(s.names))
	} else {
		next.word(s.names[token])
	}
	return &next
}

func (s *studyState) item(i int) {
	in := s.in
	switch {
	case i < in.words:
		if s.phase == "VE" {
			s.valueDone()
		} else {
			s.start, s.phase = i, "VE"
		}
	case i < in.words+in.tables:
		s.lastTable = i - in.words
		s.tables = append(slices.Clip(s.tables), s.lastTable)
		s.phase = "F"
	case i < in.words+in.tables+in.columns:
		switch s.phase {
		case "ON1":
			s.phase = "ON2"
		case "ON2":
			s.phase = "F2"
		default:
			s.need--
			s.column = i - in.words - in.tables
			if s.need <= 0 {
				s.phase, s.distinct = "UE", false
				s.written++
			} else {
				s.phase = "UN"
			}
		}
	default:
		s.valueDone()
	}
}

func (s *studyState) begin(clause byte, phase string) {
	s.clause, s.phase, s.need, s.written = clause, phase, 1, 0
}

func (s *studyState) word(t string) {
	switch {
	case t == "<eos>":
		s.done = true
	case t == "from":
		s.phase, s.tables, s.lastTable, s.clause, s.need, s.written, s.limit, s.distinct = "F0", nil, -1, 0, 0, 0, false, false
	case t == "on":
		s.phase = "ON1"
	case t == "select":
		s.begin('S', "U0")
		s.distinct = false
	case t == "distinct" && s.phase == "U0":
		s.distinct = true
	case t == "distinct":
		s.phase = "UC"
	case slices.Contains(studyAggregates, t):
		if s.phase == "UE" {
			s.need = 1
		}
		s.phase = "UA"
	case slices.Contains(studyArithmetic, t):
		if s.phase == "UE" {
			s.need = 1
		}
		s.need++
		s.phase = "UN"
	case t == "where":
		s.begin('W', "U0")
	case t == "and", t == "or":
		s.phase, s.need = "U0", 1
	case t == "group":
		s.begin('G', "UC")
	case t == "having":
		s.begin('H', "U0")
	case t == "order":
		s.begin('O', "U0")
	case t == "asc", t == "desc":
		s.phase = "OD"
	case t == "limit1":
		s.phase = "LE"
	case t == "limit":
		s.phase, s.values, s.limit = "VL", 1, true
	case slices.Contains(studySets, t):
		s.phase = "Q"
	case slices.Contains(studyCompare, t):
		s.phase, s.values = "V", 1
	case slices.Contains(studyLike, t):
		s.phase, s.values = "VV", 1
	case t == "not":
		s.phase = "NL"
	case t == "between":
		s.phase, s.values = "VV", 2
	case t == "in", t == "notin":
		s.phase = "IN"
	case t == "isnull", t == "notnull":
		s.phase = "PE"
	case t == "(":
		s.stack = append(slices.Clip(s.stack), studyFrame{s.tables, s.clause, s.written})
		s.phase = "Q"
	case t == ")":
		f := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.tables, s.clause, s.written = f.tables, f.clause, f.written
		s.phase, s.limit = "PE", false
	default:
		s.valueDone()
	}
}
