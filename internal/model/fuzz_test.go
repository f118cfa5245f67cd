package model

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

// stream makes chunks of random bytes: kinds, indices, stops and texts in any
// order.
func stream(data []byte) []event {
	texts := []string{"", "{", "}", `"a"`, ":", "1", ",", `{"a":1}`, "null", "\xff", "NaN", "[", "]", "call_1", "one", `{"calls":[`, `{"name":"x"}`, "<think>"}
	stops := []Stop{Ended, TooLong, Called, Stopped, Refused, Filtered}
	pick := func(b byte) string { return texts[int(b)%len(texts)] }
	var script []event
	for ; len(data) >= 4; data = data[4:] {
		var c Chunk
		if data[0]&1 != 0 {
			c.Text = pick(data[1])
		}
		if data[0]&2 != 0 {
			c.Call = &Fragment{Index: int(int8(data[1])) % 4, ID: pick(data[2] >> 4), Name: pick(data[3] >> 3), Arguments: pick(data[3])}
		}
		if data[0]&4 != 0 {
			c.Thinking = &Thinking{Text: pick(data[1]), Signature: pick(data[2]), Redacted: pick(data[3] >> 5)}
		}
		if data[0]&8 != 0 {
			c.Usage = &Usage{Input: int(data[1])}
		}
		if data[0]&0xf0 == 0xf0 {
			c.Stop = stops[int(data[2])%len(stops)]
		}
		e := event{chunk: c}
		if data[0] == 0xe1 {
			e.err = fault.New(Network, "gone")
		}
		script = append(script, e)
	}
	return script
}

// checkReply holds what is true of every answer, whatever came.
func checkReply(t *testing.T, got *Reply, err error) {
	t.Helper()
	if got == nil {
		t.Fatal("no reply")
	}
	if err != nil {
		if len(got.Message.Parts) != 0 {
			t.Fatalf("an error came with %+v", got)
		}
		return
	}
	if got.Stop == "" {
		t.Fatal("a reply has no stop")
	}
	seen := map[string]bool{}
	for _, c := range got.Calls() {
		if c.Name == "" || c.ID == "" || seen[c.ID] || !json.Valid(c.Arguments) || c.Arguments[0] != '{' {
			t.Fatalf("got the call %+v", c)
		}
		seen[c.ID] = true
	}
	for _, p := range got.Message.Parts {
		n := 0
		for _, set := range []bool{p.Text != "", p.Call != nil, p.Result != nil, p.Thinking != nil} {
			if set {
				n++
			}
		}
		if n != 1 || strings.ToValidUTF8(p.Text, "") != p.Text {
			t.Fatalf("got the part %+v", p)
		}
	}
}

func FuzzGenerate(f *testing.F) {
	f.Add([]byte{1, 7, 0, 0, 0xf2, 0, 2, 7})
	f.Add([]byte{2, 1, 13, 1, 2, 0, 13, 1, 0xf0, 0, 2, 0})
	f.Fuzz(func(t *testing.T, data []byte) { tryAll(t, data) })
}

func tryAll(t *testing.T, data []byte) {
	script := stream(data)
	got, err := Generate(t.Context(), scripted(script), Request{})
	checkReply(t, got, err)
	r := Request{Tools: []Tool{look}}
	got, err = Generate(t.Context(), Retry(Prompted(untooled(script)), quiet()), r)
	checkReply(t, got, err)
	if _, reply, err := Object(t.Context(), scripted(script), r, NewForm[choice]("one", "")); reply == nil {
		t.Fatalf("no reply, and %v", err)
	}
}

// TestTenThousandMalformedInputs runs what the fuzz tests run, on inputs that
// are the same each time.
func TestTenThousandMalformedInputs(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	seeds := []string{
		`{"a":[1,2,{"b":"c\"d"}],"e":null}`, "```json\n{\"calls\":[{\"name\":\"x\",\"arguments\":{\"y\":NaN}}]}\n```", `{"chart":"bar","x":1e400,}`,
	}
	for range 10_000 {
		b := []byte(seeds[chance.IntN(len(seeds))])
		for range 1 + chance.IntN(6) {
			at := chance.IntN(len(b))
			switch chance.IntN(4) {
			case 0:
				b = b[:max(at, 1)]
			case 1:
				b[at] = byte(chance.IntN(256))
			case 2:
				b = append(b, b[at:]...)
			case 3:
				b[at] = `{}[]",:\`[chance.IntN(8)]
			}
		}
		finished := chance.IntN(2) == 0
		if got, err := readArguments(string(b), finished); err == nil && !json.Valid(got) {
			t.Fatalf("%q became %q", b, got)
		}
		if got, err := Extract(string(b)); err == nil && !json.Valid(got) {
			t.Fatalf("%q gave %q", b, got)
		}
		if v, err := NewForm[choice]("", "").Decode(b); err == nil && v.Chart != "bar" && v.Chart != "line" {
			t.Fatalf("%q gave %+v", b, v)
		}
		for i := range b {
			b[i] ^= byte(chance.IntN(256))
		}
		tryAll(t, b)
	}
}
