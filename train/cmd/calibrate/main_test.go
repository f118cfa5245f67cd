package main

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/train/journal"
)

// made are answers whose chance to be right depends on two features.
func made(n int) []sample {
	random := rand.New(rand.NewPCG(1, 2))
	var all []sample
	for i := range n {
		s := sample{suite: "made question", database: string(rune('a' + i%8)), answered: true, answerable: true, evidence: make([]float64, len(builtin.Features()))}
		for j := range s.evidence {
			s.evidence[j] = random.NormFloat64()
		}
		s.right = random.Float64() < sigmoid(1+2*s.evidence[0]-s.evidence[3])
		all = append(all, s)
	}
	balance(all)
	return all
}

func TestFitFindsWhatMatters(t *testing.T) {
	c := isRight.fit(made(6000), 1)
	if math.Abs(c.Bias-1) > 0.2 {
		t.Errorf("bias %.2f, want 1", c.Bias)
	}
	for i, f := range c.Features {
		want := map[int]float64{0: 2, 3: -1}[i]
		if math.Abs(f.Weight-want) > 0.2 {
			t.Errorf("%s weighs %.2f, want %.0f", f.Name, f.Weight, want)
		}
	}
}

func TestPenaltyShrinks(t *testing.T) {
	all := made(500)
	if free, bound := isRight.fit(all, 0.1).Features[0].Weight, isRight.fit(all, 1000).Features[0].Weight; bound <= 0 || bound >= free/2 {
		t.Errorf("weight %.2f, and %.2f under a penalty", free, bound)
	}
}

func TestNoDatabaseIsJudgedByItself(t *testing.T) {
	all := made(2000)
	before := isRight.cross(all, 1, 2)
	at := 0
	for i := range all {
		if journal.Fold(all[i].database, 2) == journal.Fold(all[at].database, 2) {
			all[i].right = !all[i].right
		}
	}
	after := isRight.cross(all, 1, 2)
	if before[at] != after[at] {
		t.Errorf("the confidence about a database depends on its own answers: %.3f, %.3f", before[at], after[at])
	}
}

func TestBothHalvesHaveDatabases(t *testing.T) {
	var n [2]int
	for _, name := range strings.Fields("orders library payroll flights clinic cinema zoo vineyard") {
		n[journal.Fold(name, 2)]++
	}
	if n[0] == 0 || n[1] == 0 {
		t.Errorf("halves of %v", n)
	}
}

func TestFigures(t *testing.T) {
	list := []judged{
		{sample{answered: true, answerable: true, right: true}, 0.95},
		{sample{answered: true, answerable: true, right: true}, 0.85},
		{sample{answered: true, answerable: true}, 0.45},
		{sample{answerable: true}, 0.99},                // declined wrongly: nobody was confident
		{sample{answered: true}, 0.9},                   // should have been declined
		{sample{answerable: false, right: true}, 0.999}, // declined rightly
	}
	if got := covered(list, 0.5); got != 1 {
		t.Errorf("the more confident half: %.2f", got)
	}
	if got := covered(list, 1); got != 0.5 {
		t.Errorf("all: %.2f", got)
	}
	if share, right := above(list, 0.8); share != 0.75 || math.Abs(right-2.0/3) > 1e-9 {
		t.Errorf("%.2f of the answers, %.2f right", share, right)
	}
	if got, want := errorOf(list), (0.85+0.15+0.45)/4; math.Abs(got-want) > 1e-9 {
		t.Errorf("calibration error %.3f, want %.3f", got, want)
	}
	if got, want := area(list), (0+0+1.0/3+0.5)/4; math.Abs(got-want) > 1e-9 {
		t.Errorf("area %.3f, want %.3f", got, want)
	}
}

func TestJournalsAreReadWithTheirFolder(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	evidence, err := json.Marshal(make([]float64, len(builtin.Features())))
	if err != nil {
		t.Fatal(err)
	}
	put("suite/questions.jsonl", `{"id":"1","db_id":"zoo","question":"How many?","sql":"SELECT 1"}
{"id":"2","db_id":"zoo","question":"How fast?","sql":null}
`)
	put("suite/database/zoo.sqlite", "")
	put("j.jsonl", `{"id":"1","turn":0,"sql":"SELECT 1","confidence":0.7,"status":"answered","ms":1,"class":"right","evidence":`+string(evidence)+`}
{"id":"2","turn":0,"confidence":0.8,"status":"declined","ms":1,"class":"right"}
`)
	put("j.jsonl.run", `{"dir":"`+filepath.Join(dir, "suite")+`","brain":"builtin:some/where/w.safetensors","part":{"Split":"","Field":"question","Set":"questions"}}`)
	list, about, err := load(filepath.Join(dir, "j.jsonl"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || !list[0].answered || !list[0].right || !list[0].answerable || list[1].answered || list[1].answerable {
		t.Errorf("samples %+v", list)
	}
	if about.Suite != "suite question" || about.Brain != "builtin:w.safetensors" || about.Databases != 1 || about.Answers != 1 || about.Right != 1 {
		t.Errorf("about %+v", about)
	}
}
