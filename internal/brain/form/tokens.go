package form

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Token is one step of a form written as a sequence: a word of the grammar, or
// a pointer to a table, a column, a value item, or a word of the question. A
// value that the question says is two pointers: its first and its last word.
type Token struct {
	Kind TokenKind
	N    int
}

// TokenKind is what a token points at.
type TokenKind uint8

const (
	Word         TokenKind = iota // of the grammar: N is its number in Vocabulary
	TableToken                    // N is a table
	ColumnToken                   // N is a column
	ItemToken                     // N is a value item or period item
	QuestionWord                  // N is a word of the question
)

// vocabulary lists the words of the grammar. Trained weights know them by their
// place: new ones go to the end.
var vocabulary = strings.Fields(`<pad> <bos> <eos> from on select distinct count max min sum avg add sub mul div where and or ( )
	isnull notnull between not contains startswith endswith matches = != < > <= >= in notin group having order asc desc
	limit1 limit union intersect except val_1 val_0 val_2 val_yes val_no
	keep median percentile stdev pct change day week month quarter year monthnum weekday hour
	days hours minutes months years today share sharein running moving prev growth rank if lower via groups
	[ ] anyof noneof during notduring asof per decline
	val_3 val_4 val_5 val_6 val_7 val_10 val_12 val_24 val_30 val_50 val_60 val_90 val_95 val_100 val_1000 place
	corr band val_20 val_25 val_500`)

// The numbers of words that code names.
var (
	numbers = func() map[string]int {
		m := make(map[string]int, len(vocabulary))
		for i, w := range vocabulary {
			m[w] = i
		}
		return m
	}()
	end = numbers["<eos>"]
)

// Vocabulary lists the words of the grammar; a token's N is a place in it.
func Vocabulary() []string { return slices.Clone(vocabulary) }

// End is the word after every sequence.
func End() int { return end }

// W is the token of a grammar word.
func W(word string) Token {
	n, ok := numbers[word]
	if !ok {
		panic("form: no such word: " + word)
	}
	return Token{Word, n}
}

// Decline is the whole sequence for a question that the data cannot answer.
func Decline() []Token { return []Token{W("decline")} }

// Declines says whether the sequence is that one.
func Declines(tokens []Token) bool { return len(tokens) == 1 && tokens[0] == W("decline") }

func (t Token) String() string {
	switch t.Kind {
	case Word:
		if t.N >= 0 && t.N < len(vocabulary) {
			return vocabulary[t.N]
		}
	case TableToken:
		return "t" + strconv.Itoa(t.N)
	case ColumnToken:
		return "c" + strconv.Itoa(t.N)
	case ItemToken:
		return "v" + strconv.Itoa(t.N)
	case QuestionWord:
		return "w" + strconv.Itoa(t.N)
	}
	return fmt.Sprintf("?%d.%d", t.Kind, t.N)
}

// Sequence writes tokens for people and logs.
func Sequence(tokens []Token) string {
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.String()
	}
	return strings.Join(words, " ")
}

// constants are the values that questions imply without saying them.
var constants = func() map[string]string {
	m := map[string]string{}
	for _, w := range vocabulary {
		if v, ok := strings.CutPrefix(w, "val_"); ok {
			m[v] = w
		}
	}
	return m
}()
