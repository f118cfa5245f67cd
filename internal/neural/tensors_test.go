package neural

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"
)

// file is a safetensors file with the given header.
func file(header string, data ...byte) []byte {
	return slices.Concat(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), []byte(header), data)
}

func TestReadTensors(t *testing.T) {
	tensors, err := ReadTensors(file(`{"__metadata__":{"start":"1"},
		"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},
		"b":{"dtype":"F16","shape":[1,3],"data_offsets":[8,14]},
		"c.q8":{"dtype":"I8","shape":[2,1],"data_offsets":[14,16]},
		"c.sc":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}`,
		0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0x00, 0x3c, 0x01, 0x80, 0xff, 0x7b, 0x7f, 0x80))
	if err != nil {
		t.Fatal(err)
	}
	l := &Loader{Tensors: tensors}
	if got := l.Values("a", 2); !slices.Equal(got, []float32{1, -2}) {
		t.Errorf("a is %v", got)
	}
	if got := l.Values("b", 1, 3); !slices.Equal(got, []float32{1, -float32(math.Pow(2, -24)), 65504}) {
		t.Errorf("b is %v", got)
	}
	table := l.Table("c", 1)
	row := []float32{10}
	table.AddTo(row, 0)
	table.AddTo(row, 1)
	if table.Rows != 2 || row[0] != 10+127+256 {
		t.Errorf("c has %d rows that add to %v", table.Rows, row)
	}
	if l.Err() != nil || tensors.Metadata["start"] != "1" || l.Size("c", 0) != 2 {
		t.Errorf("%v, %v, %d", l.Err(), tensors.Metadata, l.Size("c", 0))
	}
	l.Values("a", 3)
	if l.Err() == nil {
		t.Error("a wrong shape was accepted")
	}
}

func TestBadTensors(t *testing.T) {
	entry := func(s string) []byte { return file(`{"a":`+s+`}`, make([]byte, 8)...) }
	for name, bytes := range map[string][]byte{
		"nothing":              nil,
		"a short length":       {1, 2, 3},
		"a header too long":    {255, 255, 255, 255, 255, 255, 255, 255, '{', '}'},
		"a header cut off":     {9, 0, 0, 0, 0, 0, 0, 0, '{', '}'},
		"no JSON":              file("nonsense"),
		"an entry of no shape": entry(`7`),
		"an unknown kind":      entry(`{"dtype":"Q4","shape":[1],"data_offsets":[0,4]}`),
		"an end outside":       entry(`{"dtype":"F32","shape":[3],"data_offsets":[0,12]}`),
		"a backward range":     entry(`{"dtype":"F32","shape":[1],"data_offsets":[8,4]}`),
		"one offset":           entry(`{"dtype":"F32","shape":[1],"data_offsets":[8]}`),
		"another size":         entry(`{"dtype":"F32","shape":[1],"data_offsets":[0,8]}`),
		"a negative axis":      entry(`{"dtype":"F32","shape":[-2,-1],"data_offsets":[0,8]}`),
		"an overflow":          entry(`{"dtype":"F32","shape":[4294967296,4294967296,4],"data_offsets":[0,8]}`),
		"a negative offset":    entry(`{"dtype":"F32","shape":[1],"data_offsets":[-4,0]}`),
		"too many axes":        entry(`{"dtype":"I8","shape":[` + strings.Repeat("1,", 20) + `8],"data_offsets":[0,8]}`),
		"metadata of numbers":  file(`{"__metadata__":{"a":1}}`),
	} {
		if _, err := ReadTensors(bytes); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestNumbersThatAreNotFiniteAreRefused(t *testing.T) {
	tensors, err := ReadTensors(file(`{"a":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}}`, 0, 0x7c))
	if err != nil {
		t.Fatal(err)
	}
	l := &Loader{Tensors: tensors}
	if l.Values("a", 1); l.Err() == nil {
		t.Error("infinity was accepted as a weight")
	}
}

func FuzzReadTensors(f *testing.F) {
	f.Add(file(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, 0, 0, 0, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		tensors, err := ReadTensors(data)
		if err != nil {
			return
		}
		l := &Loader{Tensors: tensors}
		for _, name := range tensors.Names() {
			l.Values(name, tensors.Shape(name)...)
			l.Table(name, 4)
			l.Linear(name, 2, 2)
		}
	})
}
