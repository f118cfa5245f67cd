package eval

// FirstThen is what comes of asking one brain first, and another what the first is
// not sure of. Of a dialogue each had its own conversation.
func FirstThen(first, then *Journal) *Journal {
	both := NewJournal()
	for at, r := range then.records {
		own, ok := first.records[at]
		switch {
		case !ok:
			continue
		case own.Sure:
			r = own
		default:
			r.MS += own.MS
		}
		both.records[at] = r
	}
	return both
}

// Recorded is the part of a suite that a journal has whole, so that brains are
// compared on the same questions.
func (s *Suite) Recorded(j *Journal) *Suite {
	part := *s
	part.Cases = nil
	for _, c := range s.Cases {
		if j.has(c) {
			part.Cases = append(part.Cases, c)
		}
	}
	return &part
}
