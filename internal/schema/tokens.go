package schema

import "unicode/utf8"

// Tokens estimates how many tokens a language model makes of a text. Counting
// bytes would be too low by a third for the names, numbers and punctuation that
// a schema is made of. The estimate leans to the high side.
func Tokens(s string) int {
	const (
		wordLetters  = 7 // that go into one token, about
		numberDigits = 3
		punctuation  = 2
	)
	n, run, class := 0, 0, space
	flush := func() {
		switch class {
		case letter:
			n += (run + wordLetters - 1) / wordLetters
		case digit:
			n += (run + numberDigits - 1) / numberDigits
		case mark:
			n += (run + punctuation - 1) / punctuation
		case lineEnd, foreign:
			n += run
		}
		run = 0
	}
	for i := 0; i < len(s); {
		c, size := classOf(s[i]), 1
		if c == foreign {
			_, size = utf8.DecodeRuneInString(s[i:])
		}
		if c != class {
			flush()
			class = c
		}
		run++
		i += size
	}
	flush()
	return n
}

type byteClass uint8

const (
	space byteClass = iota
	letter
	digit
	mark
	lineEnd
	foreign
)

func classOf(b byte) byteClass {
	switch {
	case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z':
		return letter
	case '0' <= b && b <= '9':
		return digit
	case b == ' ' || b == '\t' || b == '\r':
		return space
	case b == '\n':
		return lineEnd
	case b >= utf8.RuneSelf:
		return foreign
	}
	return mark
}
