package story

// negation is the word that denies what stands at a place, or -1: "did not rise",
// "is not the largest".
func (c *checker) negation(at int) int {
	for i := at - 1; i >= at-4 && i >= c.lo; i-- {
		w := c.low(i)
		if negationWords[w] && c.isPlain(i) {
			return i
		}
		if w == "," || breakWords[w] || c.figureOn(i) != nil {
			return -1
		}
	}
	return -1
}

// judgeClaim accepts or refuses a claim that is true or false, and turns it around where
// it is denied.
func (c *checker) judgeClaim(words span, good bool, r reading, why string) {
	if n := c.negation(words.from); n >= 0 {
		words.from = n
		good = !good
		if !good {
			why = "but it is so: " + r.source
		}
	}
	if good {
		c.accept(words, r)
		return
	}
	c.refuse(words, "%s", why)
}
