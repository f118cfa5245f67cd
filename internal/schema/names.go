package schema

import (
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// words splits an identifier as english.Split does, and where a word that
// databases like to append was glued on (agentid, saledate).
func words(name string) []string {
	var list []string
	for _, w := range english.Split(name) {
		if head, tail, ok := unglue(w); ok {
			list = append(list, head, tail)
			continue
		}
		list = append(list, w)
	}
	return list
}

// endings are words that are found glued to others, longest first where one
// ends another.
var endings = []string{
	"timestamp", "datetime", "quantity", "percent", "amount", "number", "status", "price", "total", "count",
	"value", "month", "date", "time", "name", "code", "rate", "type", "cost", "year", "frac", "key", "qty", "pct", "day", "id",
}

// whole are words that only seem to have such an ending.
var whole = english.NewSet(`account discount viscount recount corporate separate generate moderate elaborate collaborate
	operate decorate prorate prototype archetype monkey donkey turkey whiskey hockey jockey holiday today yesterday monday
	tuesday wednesday thursday friday saturday sunday birthday everyday candidate mandate update consolidate validate
	accommodate liquidate lifetime overtime downtime uptime sometime paid unpaid prepaid postpaid repaid overpaid underpaid
	void avoid valid invalid android grid hybrid liquid solid rapid fluid acid squid covid forbid steroid asteroid thyroid
	typhoid orchid stupid afraid plaid braid raid maid bid kid lid aid amid humid placid vivid lucid timid pyramid madrid
	encode decode unicode devalue revalue`)

// unglue splits saledate into sale and date.
func unglue(w string) (head, tail string, ok bool) {
	const minHead = 3
	if len(w) < minHead+2 || whole[w] {
		return "", "", false
	}
	for _, e := range endings {
		if h, found := strings.CutSuffix(w, e); found && len(h) >= minHead {
			return h, e, true
		}
	}
	return "", "", false
}

// meanings are the words of an identifier, written out.
func meanings(name string) []string { return english.ExpandName(words(name)) }

// lastMeaning is the last of some words, written out.
func lastMeaning(list []string) string {
	full := english.ExpandName(list)
	return full[len(full)-1]
}

// nounOf is a noun in the singular. What tables call staff, their keys call
// employees.
func nounOf(w string) string {
	if w == "staff" {
		return "employee"
	}
	return english.Singular(w)
}
