package critic

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// isOpposite is true for the stems of two words that mean the opposite.
func isOpposite(a, b string) bool {
	if slices.Contains(antonyms[a], b) {
		return true
	}
	for _, no := range []string{"un", "non", "non-", "in", "im", "ir", "dis"} {
		if a == no+b || b == no+a {
			return len(a) > 4 && len(b) > 3
		}
	}
	return false
}

// antonyms are opposites, by stem, both ways.
var antonyms = pairsOf(`increase:decrease,reduce,fall,drop,decline,shrink rise:fall,drop,decline,decrease,cut raise:lower,reduce,cut lift:lower cut:grow,increase grow:shrink,decline,fall,drop higher:lower
	maximum:minimum highest:lowest allow:forbid,prohibit,ban,disallow permit:forbid,prohibit,ban require:optional,waive mandatory:optional,voluntary
	include:exclude accept:reject,refuse,decline approve:reject,decline,refuse open:close,closed paid:unpaid,overdue gain:lose,loss profit:loss buy:sell credit:debit active:inactive
	internal:external start:end begin:end enable:disable add:remove,deduct always:never full:partial permanent:temporary public:confidential,private win:lose pass:fail success:failure discount:surcharge lock:unlock
	legal:illegal refundable:nonrefundable,non-refundable taxable:exempt,tax-free monthly:weekly,daily,annual,yearly,quarterly daily:weekly,annual,yearly,quarterly weekly:annual,yearly,quarterly
	annual:quarterly lender:borrower landlord:tenant buyer:seller sender:recipient exclude:admit`)

// synonyms say the same, by stem, both ways.
var synonyms = pairsOf(`staff:employee,worker,personnel customer:client buy:purchase start:begin,commence end:finish,terminate,conclude pay:settle,remit money:fund send:dispatch,ship,submit
	need:require must:require allow:permit forbid:prohibit,ban increase:rise,grow,raise decrease:fall,drop,decline,reduce,lower annual:yearly year:annual month:monthly week:weekly day:daily quarter:quarterly
	manager:supervisor,boss holiday:vacation,leave company:firm,business,organisation,organization cost:expense,price,charge,fee revenue:income,sales,turnover refund:reimburse,repay,reimbursement
	doctor:physician car:vehicle buyer:purchaser help:assist,support request:ask,apply,application rule:policy,regulation,guideline document:file big:large small:little fast:quick,rapid show:display,demonstrate,indicate
	receive:get,obtain inform:notify,tell,report keep:retain,store deliver:ship,delivery approve:authorise,authorize,sign cancel:void,revoke contract:agreement complaint:grievance salary:wage,pay damage:harm
	limit:cap return:bring,give hour:hourly invoice:bill recognise:recognize,book,record`)

// pairsOf reads lines such as "big:large,huge".
func pairsOf(text string) map[string][]string {
	list := map[string][]string{}
	for line := range strings.FieldsSeq(text) {
		one, others, _ := strings.Cut(line, ":")
		for other := range strings.SplitSeq(others, ",") {
			a, b := stemOf(one), stemOf(other)
			list[a], list[b] = append(list[a], b), append(list[b], a)
		}
	}
	return list
}

// opposed are words between others whose opposites change what is said.
var opposed = english.NewGroups("above below, above under, over under, over below, before after, least most, more less, more fewer, plus minus, plus less, with without, first last, earlier later")

func has(list []term, stem string) bool {
	return slices.ContainsFunc(list, func(t term) bool { return t.stem == stem })
}
