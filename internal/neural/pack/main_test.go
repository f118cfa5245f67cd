package main

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/neural"
)

func TestRename(t *testing.T) {
	for from, want := range map[string]string{
		"encoder.layer.3.attention.self.query.weight":    "enc.L.3.q.weight",
		"encoder.layer.0.output.LayerNorm.bias":          "enc.L.0.n2.bias",
		"encoder.layer.11.intermediate.dense.weight":     "enc.L.11.f1.weight",
		"embeddings.LayerNorm.weight":                    "enc.n.weight",
		"embeddings.position_embeddings.weight":          "enc.p.weight",
		"embeddings.position_ids":                        "",
		"pooler.dense.weight":                            "",
		"encoder.layer.0.attention.self.distance.weight": "",
	} {
		if got := rename(from); got != want {
			t.Errorf("%s becomes %q, want %q", from, got, want)
		}
	}
}

func TestPack(t *testing.T) {
	header, err := json.Marshal(map[string]any{
		words:                         map[string]any{"dtype": "F16", "shape": []int{3, 2}, "data_offsets": []int{0, 12}},
		"embeddings.LayerNorm.weight": map[string]any{"dtype": "F16", "shape": []int{2}, "data_offsets": []int{0, 4}},
		"pooler.dense.bias":           map[string]any{"dtype": "F16", "shape": []int{2}, "data_offsets": []int{0, 4}},
	})
	if err != nil {
		t.Fatal(err)
	}
	file := slices.Concat(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header)
	for _, h := range []uint16{0x3c00, 0xbc00, 0x0000, 0x0000, 0x4000, 0x3c00} { // 1 -1, 0 0, 2 1
		file = binary.LittleEndian.AppendUint16(file, h)
	}
	packed, err := pack(file)
	if err != nil {
		t.Fatal(err)
	}
	tensors, err := neural.ReadTensors(packed)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tensors.Names(), []string{"enc.n.weight", "word_q8", "word_scale"}; !slices.Equal(got, want) {
		t.Errorf("packed are %v, want %v", got, want)
	}
	_, _, codes := tensors.Raw("word_q8")
	if want := []byte{127, 129, 0, 0, 127, 64}; !slices.Equal(codes, want) {
		t.Errorf("the codes are %v, want %v", codes, want)
	}
	scales, err := tensors.Floats("word_scale", 3)
	if err != nil || scales[1] != 0 || math.Abs(float64(scales[2])*127-2) > 1e-6 {
		t.Errorf("the scales are %v, %v", scales, err)
	}
	if norm, err := tensors.Floats("enc.n.weight", 2); err != nil || !slices.Equal(norm, []float32{1, -1}) {
		t.Errorf("the norm is %v, %v", norm, err)
	}
}
