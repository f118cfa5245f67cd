package schema

import (
	"strings"
	"unicode"
)

// words splits an identifier into lower-case words: at punctuation, at changes
// of case, between letters and digits, and where a word that databases like to
// append was glued on (agentid, saledate).
func words(name string) []string {
	var list []string
	for _, w := range splitCase(name) {
		if head, tail, ok := unglue(w); ok {
			list = append(list, head, tail)
			continue
		}
		list = append(list, w)
	}
	return list
}

// splitCase is words without the glued ones. A run of capitals ends before the
// capital that begins a word: PONumber is po, number.
func splitCase(name string) []string {
	var list []string
	runes := []rune(name)
	start := 0
	flush := func(end int) {
		if end > start {
			list = append(list, strings.ToLower(string(runes[start:end])))
		}
	}
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			flush(i)
			start = i + 1
			continue
		}
		if i == start {
			continue
		}
		before := runes[i-1]
		switch {
		case unicode.IsDigit(before) != unicode.IsDigit(r),
			unicode.IsLower(before) && unicode.IsUpper(r):
			flush(i)
			start = i
		case unicode.IsUpper(before) && unicode.IsLower(r) && i-1 > start && !pluralOfCapitals(runes, i):
			flush(i - 1)
			start = i - 1
		}
	}
	flush(len(runes))
	return list
}

// pluralOfCapitals keeps IDs and URLs whole.
func pluralOfCapitals(runes []rune, i int) bool {
	return runes[i] == 's' && (i+1 == len(runes) || !unicode.IsLetter(runes[i+1]))
}

// endings are words that are found glued to others, longest first where one
// ends another.
var endings = []string{
	"timestamp", "datetime", "quantity", "percent", "amount", "number", "status", "price", "total", "count",
	"value", "month", "date", "time", "name", "code", "rate", "type", "cost", "year", "frac", "key", "qty", "pct", "day", "id",
}

// whole are words that only seem to have such an ending.
var whole = setOf(`account discount viscount recount corporate separate generate moderate elaborate collaborate
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

// meaning is the full word that an abbreviation stands for, or the word.
func meaning(w string) string {
	if full, ok := abbreviations[w]; ok {
		return full
	}
	return w
}

// meanings spells out every word of an identifier.
func meanings(name string) []string {
	list := words(name)
	for i, w := range list {
		list[i] = meaning(w)
	}
	return list
}

// singular makes customers customer. It is right for the nouns that tables are
// named after, and wrong in the same way on both sides of a comparison.
func singular(w string) string {
	if s, ok := irregular[w]; ok {
		return s
	}
	switch {
	case len(w) < 4 || !strings.HasSuffix(w, "s"):
		return w
	case strings.HasSuffix(w, "ies"):
		if len(w) == 4 { // ties, pies
			return w[:3]
		}
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "zzes"),
		strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "uses"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	}
	return w[:len(w)-1]
}

// abbreviations are those that people use in names of columns and tables.
var abbreviations = pairsOf(`
	acct account, acc account, acft aircraft, act actual, agt agent, addr address, adr address, alm alarm, amt amount, amnt amount,
	app application, appt appointment, arpt airport, art article, attr attribute, avail availability, avg average,
	bal balance, bday birthday, bkg booking, bldg building, br branch, brnch branch, bus business, cat category,
	categ category, cd code, cde code, chan channel, chnl channel, chg charge, clr clear, clm claim, cmdty commodity, cnt count,
	co company, comm commission, cmpny company, cnty county, ctry country, cntry country, conv conversion, corp corporation,
	cpn coupon, ctr center, curr currency, ccy currency, cur currency, cust customer, cstmr customer, dept department,
	dep department, descr description, desc description, dsc description, dest destination, dim dimension, dist district,
	disc discount, div division, dlvry delivery, dly daily, doc document, dob birthdate, drv driver, dt date, dte date,
	dtm timestamp, dur duration, eff effective, emp employee, empl employee, eq equipment, equip equipment, est estimated,
	evt event, exp expiry, expt experiment, fac facility, fct fact, flg flag, flt flight, fname firstname, frt freight,
	gal gallon, gen generation, geo geography, gp group, grp group, grs gross, hh household, hist history, hosp hospital,
	hr hour, hrs hours, img image, ind indicator, ingr ingredient, ins insurance, insp inspection, inst installation,
	instr instrument, inv invoice, invc invoice, itm item, iss issue, lang language, lbr labor, lbs pounds, lic license,
	ln line, lname lastname, loc location, lvl level, lst last, fst first, maint maintenance, mnt maintenance,
	max maximum, mbr member, mdl model, med medical, mfg manufacturing, mfr manufacturer, mgr manager, mktg marketing,
	mkt market, mo month, mon month, mos months, mrch merchant, msg message, mth month, mtg meeting, mins minutes,
	nbr number, nm name, no number, nr number, num number, op operation, opp opportunity, oppty opportunity, opr operator,
	ord order, ordr order, org organization, orig origin, pat patient, pct percent, perc percent, pcs pieces, perf performance,
	ph phone, pmt payment, pymt payment, po order, pol policy, pos position, prc price, prch purchase, prd product,
	prod product, prof profile, prog program, proj project, promo promotion, prop property, prov provider, prty priority,
	prio priority, purch purchase, pwr power, qlty quality, qtr quarter, qty quantity, qnty quantity, rcpt receipt,
	rd reading, rdg reading, rec record, ref reference, reg region, rgn region, rep representative, req request, res result,
	resp response, rev revenue, rgstr register, rm room, rslt result, rtg rating, sal salary, sched schedule, seg segment,
	sem semester, seq sequence, sess session, shp shipment, shpmt shipment, sls sales, spec specimen, st state, sta status,
	stat status, sts status, std standard, stmt statement, stk stock, sub subscription, subscr subscription, sup supervisor,
	supp supplier, suppl supplier, svc service, sys system, tech technician, tel telephone, temp temperature,
	tmp temperature, term termination, tkt ticket, tm time, tot total, trans transaction, trk truck, trf tariff,
	trx transaction, ts timestamp, tx transaction, txn transaction, tran transaction, typ type, unt unit, usr user,
	util utilization, val value, veh vehicle, vend vendor, vndr vendor, vol volume, wh warehouse, whs warehouse, whse warehouse,
	wk week, wks weeks, wo order, wrty warranty, wt weight, yr year, yrs years, yn flag, zip postcode`)

// irregular are plurals that singular cannot work out.
var irregular = pairsOf(`people person, persons person, children child, men man, women woman, staff employee, staffs employee,
	employees employee, statuses status, status status, buses bus, bus bus, aliases alias, alias alias, gas gas, canvas canvas,
	series series, species species, news news, indices index, indexes index, matrices matrix, vertices vertex, analyses analysis,
	bases base, cases case, purchases purchase, leases lease, releases release, warehouses warehouse, houses house,
	expenses expense, licenses license, responses response, invoices invoice, courses course, nurses nurse, horses horse,
	databases database, phases phase, diseases disease, causes cause, uses use, clauses clause, halves half, movies movie,
	cookies cookie, categories category, feet foot, geese goose, mice mouse, data data, media media, addresses address,
	shoes shoe, heroes hero, potatoes potato, tomatoes tomato, lens lens, process process, access access, class class, business business,
	sales sale, basis basis, axis axis, diagnoses diagnosis, wives wife, lives life, knives knife, shelves shelf, leaves leaf`)

func setOf(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

func pairsOf(list string) map[string]string {
	pairs := map[string]string{}
	for p := range strings.SplitSeq(list, ",") {
		if f := strings.Fields(p); len(f) == 2 {
			pairs[f[0]] = f[1]
		}
	}
	return pairs
}
