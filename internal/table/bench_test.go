package table

import (
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
)

// benchRow is what a fact table looks like; perValue reports the cost of one
// of its values.
func benchRow() Row {
	return Row{
		NewInt(123456), NewInt(7), NewText("Trail running shoe"), NewDecimal(12999, 2), NewFloat(0.0825),
		NewDate(19800), NewTimestamp(1_700_000_000_123_456, 0), NewBool(true), {}, NewText("EMEA"),
	}
}

func perValue(b *testing.B, values int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(values), "ns/value")
}

func BenchmarkAppendRow(b *testing.B) {
	row := benchRow()
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = AppendRow(buf[:0], row)
	}
	perValue(b, len(row))
}

func BenchmarkDecodeRow(b *testing.B) {
	row := benchRow()
	s := string(AppendRow(nil, row))
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := DecodeRow(s, row); !ok {
			b.Fatal("does not decode")
		}
	}
	perValue(b, len(row))
}

func BenchmarkHasher(b *testing.B) {
	row := benchRow()
	h := NewHasher(make([]Column, len(row)))
	b.ReportAllocs()
	for b.Loop() {
		h.Add(row)
	}
	perValue(b, len(row))
}

// BenchmarkHasherBaseline is SHA-256 alone over as many bytes.
func BenchmarkHasherBaseline(b *testing.B) {
	row := benchRow()
	var canonical []byte
	for _, v := range row {
		canonical = appendCanonical(canonical, v)
	}
	h := sha256.New()
	buf := make([]byte, 0, 64<<10)
	for b.Loop() {
		if buf = append(buf, canonical...); len(buf) > 32<<10 {
			h.Write(buf) // never fails
			buf = buf[:0]
		}
	}
	perValue(b, len(row))
}

func BenchmarkHasherByKind(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 7))
	for k := range kinds {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			row := make(Row, 16)
			for i := range row {
				row[i] = randomValue(r, k)
			}
			h := NewHasher(make([]Column, len(row)))
			b.ReportAllocs()
			for b.Loop() {
				h.Add(row)
			}
			perValue(b, len(row))
		})
	}
}

func BenchmarkWriteJSON(b *testing.B) { benchWrite(b, WriteJSON) }

func BenchmarkWriteCSV(b *testing.B) { benchWrite(b, WriteCSV) }

func benchWrite(b *testing.B, write func(io.Writer, *Reader) error) {
	row := benchRow()
	t := &Table{}
	for _, v := range row {
		t.Columns = append(t.Columns, Column{Name: "x", Kind: v.kind})
	}
	for range 1000 {
		t.Rows = append(t.Rows, row)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := write(io.Discard, t.Reader()); err != nil {
			b.Fatal(err)
		}
	}
	perValue(b, len(row)*len(t.Rows))
}
