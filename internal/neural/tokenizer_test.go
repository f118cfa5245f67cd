package neural

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

func tokenizer(t testing.TB) *Tokenizer {
	t.Helper()
	tok, err := NewTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

// The expected ids are those of the Hugging Face tokenizers library with
// all-MiniLM-L6-v2's settings, special tokens left out.
func TestPiecesAreThoseOfTheReference(t *testing.T) {
	file, err := os.ReadFile("testdata/tokens.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases [][2]json.RawMessage
	if err := json.Unmarshal(file, &cases); err != nil {
		t.Fatal(err)
	}
	tok := tokenizer(t)
	for _, c := range cases {
		var text string
		var want []int32
		if json.Unmarshal(c[0], &text) != nil || json.Unmarshal(c[1], &want) != nil {
			t.Fatalf("bad case %s", c)
		}
		if got := tok.Pieces(text); !slices.Equal(got, want) {
			t.Errorf("%q gives %v, want %v", text, got, want)
		}
	}
}

func TestSentence(t *testing.T) {
	tok := tokenizer(t)
	for _, c := range []struct {
		text  string
		limit int
		want  []int32
	}{
		{"hello world", 16, []int32{101, 7592, 2088, 102}},
		{"hello world", 4, []int32{101, 7592, 2088, 102}},
		{"hello world", 3, []int32{101, 7592, 102}},
		{"hello world", 2, []int32{101, 102}},
		{"", 16, []int32{101, 102}},
		{strings.Repeat("hello ", 1000), 5, []int32{101, 7592, 7592, 7592, 102}},
		{"[SEP]", 16, []int32{101, 1031, 19802, 1033, 102}}, // a name, not a separator
	} {
		if got := tok.Sentence(c.text, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("%.20q, at most %d: %v, want %v", c.text, c.limit, got, c.want)
		}
	}
}

func TestVocabularyWithoutSpecialTokens(t *testing.T) {
	if _, err := newTokenizer("[UNK]\n[CLS]\nword\n"); err == nil {
		t.Error("a vocabulary without a separator was accepted")
	}
}

func FuzzPieces(f *testing.F) {
	tok := tokenizer(f)
	f.Add("How many naïve 東京 offices?\x00")
	f.Fuzz(func(t *testing.T, text string) {
		for _, id := range tok.Sentence(text, 64) {
			if id < 0 || id >= 30522 {
				t.Fatalf("%q has the piece %d", text, id)
			}
		}
	})
}
