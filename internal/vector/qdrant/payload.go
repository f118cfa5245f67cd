package qdrant

import (
	"fmt"
	"maps"
	"slices"

	"github.com/qdrant/go-client/qdrant"

	"github.com/plumbdata/plumb/internal/vector"
)

// The payload of a point:
//
//	{"owner": "ada", "id": "handbook#3", "labels": {"day": "2025-03-01"},
//	 "order": {"day": {"c0": 55350454598960, "c1": …}}}
//
// Qdrant compares numbers only, so the bytes of a label are kept as numbers, too, 6 bytes
// each, which lie in the order of the bytes. Of a label that is longer than any bound can be,
// the last number says only that it goes on.
const (
	fieldOwner  = "owner"
	fieldID     = "id"
	fieldLabels = "labels"
	fieldOrder  = "order"

	orderBytes = 6 // what a float64 holds exactly, as which Qdrant compares
	mostOrder  = vector.MaxBound/orderBytes + 1
)

func labelField(key string) string        { return fieldLabels + "." + key }
func orderField(key string, i int) string { return fmt.Sprintf("%s.%s.c%d", fieldOrder, key, i) }

// orderOf are the numbers of a text; even the empty one has one.
func orderOf(text string) []int64 {
	var list []int64
	for i := 0; (i == 0 || i*orderBytes < len(text)) && i < mostOrder; i++ {
		n := int64(0)
		for j := i * orderBytes; j < (i+1)*orderBytes; j++ {
			n <<= 8
			if j < len(text) {
				n |= int64(text[j])
			}
		}
		list = append(list, n)
	}
	return list
}

func payload(p vector.Point) map[string]*qdrant.Value {
	labels, order := map[string]*qdrant.Value{}, map[string]*qdrant.Value{}
	for key, value := range p.Labels {
		labels[key] = qdrant.NewValueString(value)
		numbers := map[string]*qdrant.Value{}
		for i, n := range orderOf(value) {
			numbers[fmt.Sprintf("c%d", i)] = qdrant.NewValueInt(n)
		}
		order[key] = qdrant.NewValueFromFields(numbers)
	}
	return map[string]*qdrant.Value{
		fieldOwner: qdrant.NewValueString(p.Owner), fieldID: qdrant.NewValueString(p.ID),
		fieldLabels: qdrant.NewValueFromFields(labels), fieldOrder: qdrant.NewValueFromFields(order),
	}
}

func hit(p *qdrant.ScoredPoint) vector.Hit {
	h := vector.Hit{
		ID: p.GetPayload()[fieldID].GetStringValue(), Owner: p.GetPayload()[fieldOwner].GetStringValue(),
		Score: float64(p.GetScore()), Labels: map[string]string{},
	}
	for key, value := range p.GetPayload()[fieldLabels].GetStructValue().GetFields() {
		h.Labels[key] = value.GetStringValue()
	}
	return h
}

// where is a filter as Qdrant's.
func where(f vector.Filter) *qdrant.Filter {
	must := []*qdrant.Condition{qdrant.NewMatchKeywords(fieldOwner, f.Owners...)}
	if f.IDs != nil {
		must = append(must, qdrant.NewMatchKeywords(fieldID, f.IDs...))
	}
	for _, key := range slices.Sorted(maps.Keys(f.Labels)) {
		must = append(must, qdrant.NewMatchKeywords(labelField(key), f.Labels[key]...))
	}
	for _, key := range slices.Sorted(maps.Keys(f.From)) {
		if bound := f.From[key]; bound != "" {
			must = append(must, atLeast(key, orderOf(bound), 0))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f.Until)) {
		if bound := f.Until[key]; bound != "" {
			must = append(must, atMost(key, orderOf(bound), 0))
		}
	}
	return &qdrant.Filter{Must: must}
}

// atLeast holds where a label's numbers from i on are those of the bound, or come after. A
// label that has ended comes before: no range holds for a number that is not there.
func atLeast(key string, bound []int64, i int) *qdrant.Condition {
	field, n := orderField(key, i), qdrant.PtrOf(float64(bound[i]))
	if i == len(bound)-1 {
		return qdrant.NewRange(field, &qdrant.Range{Gte: n})
	}
	return anyOf(qdrant.NewRange(field, &qdrant.Range{Gt: n}),
		allOf(qdrant.NewRange(field, &qdrant.Range{Gte: n, Lte: n}), atLeast(key, bound, i+1)))
}

// atMost holds where a label's numbers from i on are those of the bound, or come before, as
// does a label that has ended. One that is not there at all has no first number.
func atMost(key string, bound []int64, i int) *qdrant.Condition {
	field, n := orderField(key, i), qdrant.PtrOf(float64(bound[i]))
	same := qdrant.NewRange(field, &qdrant.Range{Gte: n, Lte: n})
	if i == len(bound)-1 {
		same = allOf(same, qdrant.NewIsEmpty(orderField(key, i+1)))
	} else {
		same = allOf(same, atMost(key, bound, i+1))
	}
	conditions := []*qdrant.Condition{qdrant.NewRange(field, &qdrant.Range{Lt: n}), same}
	if i > 0 {
		conditions = append(conditions, qdrant.NewIsEmpty(field))
	}
	return anyOf(conditions...)
}

func anyOf(conditions ...*qdrant.Condition) *qdrant.Condition {
	return qdrant.NewFilterAsCondition(&qdrant.Filter{Should: conditions})
}

func allOf(conditions ...*qdrant.Condition) *qdrant.Condition {
	return qdrant.NewFilterAsCondition(&qdrant.Filter{Must: conditions})
}
