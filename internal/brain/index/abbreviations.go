package index

import "strings"

// abbreviations are those that names of tables and columns are full of. What a
// schema itself spells out elsewhere goes before this list.
var abbreviations = pairs(`
	abn abnormal, acct account, acc account, acft aircraft, act actual, actv active, addr address, adr address, adj adjustment, adm admission,
	agt agent, alloc allocation, alt altitude, alm alarm, amt amount, amnt amount, ann annual, app application, appl application, appt appointment, appr approval,
	apt apartment, arpt airport, arr arrival, art article, asgn assignment, assgn assignment, asst assistant, attr attribute, auth authorization,
	avail availability, avg average, bal balance, bday birthday, bgn begin, beg begin, bkg booking, bldg building, bnf benefit, br branch, brnch branch,
	bus business, cal calendar, cap capacity, cat category, catg category, categ category, cert certificate, chan channel, chnl channel, chg charge,
	chk check, cls class, clr cleared, clm claim, cmdty commodity, cmt comment, cmp company, cnl cancelled, cnt count, cntr contract, coll collected,
	comm commission, cmpny company, cntct contact, cnty county, ctry country, cntry country, compl completed, conf confirmation, cond condition, config configuration,
	cons consumption, cont contract, contr contract, conv conversion, corp corporation, cpn coupon, cr credit, crs course, cst cost, crit critical, crncy currency,
	crt created, ctl control, ctr center, ctrl controlled, curr currency, curt curtailed, ccy currency, cust customer, cstmr customer, cyl cylinder,
	cd code, cde code, db database, dbt debit, decl declined, def defect, del delivery, deliv delivery, dep departure, dept department, dpt department, descr description,
	desc description, dsc description, dest destination, dev device, diag diagnosis, diff difference, dim dimension, dir director, dis discount, disc discount, dscnt discount,
	disp dispatch, dist district, div division, dlv delivery, dlvr delivery, dlvry delivery, dly daily, doc document, drv driver, dst destination, dstr distributor,
	dt date, dte date, dtl detail, dtls details, dtm timestamp, dttm timestamp, dur duration, edu education, eff effective, elec electricity, elev elevation,
	emp employee, empl employee, eng engine, enr enrollment, enrl enrollment, env environment, eqp equipment, equip equipment, est estimated, evt event, exc exchange,
	exec executive, exp expiry, expns expense, ext extension, fac facility, fam family, fin finance, flg flag, flt flight, fmt format, fname firstname,
	freq frequency, frm from, frt freight, fst first, ft feet, fwd forward, gal gallon, gen generation, gend gender, geo geography, gp group, grd grade, grp group, grs gross,
	gt gross, hght height, hh household, hist history, hosp hospital, hq headquarters, hr hourly, hrs hours, hsp hospital, idx index, img image, imp import, inc income,
	incid incident, ind industry, indiv individual, info information, ingr ingredient, ins insurance, insp inspection, insr insurer, inst installed, instr instrument,
	int interest, intl international, inv invoice, invc invoice, invt inventory, invtry inventory, irr irradiation, iss issued, itm item, jrn journal, lang language,
	lat latitude, lbl label, lbr labor, lbs pounds, lc location, ld lead, len length, lic license, lim limit, lkp lookup, ln line, lname lastname, lng longitude,
	loc location, lon longitude, lst last, lv leave, lvl level, maint maintenance, mat material, max maximum, mbr member, mdl model, meas measurement, med medical, mem member,
	mfg manufacturing, mfr manufacturer, mgmt management, mgr manager, mid middle, min minimum, mins minutes, mkt market, mktg marketing, mnt maintenance, mo month, mod modified,
	mon month, mos months, mrch merchant, msg message, mstr master, mth month, mthly monthly, mtg meeting, mtl material, mtr meter, mun municipality, nat national,
	natl national, nbr number, nm name, no number, nr number, num number, obs observation, occ occupancy, oper operation, op operation, opn open, opp opportunity,
	oppty opportunity, opr operator, opt option, ord order, ordr order, org organization, orig origin, own owner, pat patient, paymt payment, pcs pieces, pct percent, pctg percentage,
	perc percent, perf performance, phys physician, phn phone, pkg package, plcy policy, plnt plant, pmt payment, pos position, pop population, pref preference, prev previous,
	prc price, prch purchase, prd product, prdt product, prem premium, prereq prerequisite, pri priority, prio priority, prty priority, priv private, proc process, prod product, prof profile, prog program,
	proj project, prom promotion, promo promotion, prop property, prov provider, prt part, prv previous, pt patient, pub publication, purch purchase, pwr power, pymt payment,
	qlty quality, qnt quantity, qnty quantity, qty quantity, qtr quarter, rcpt receipt, rcv received, rcvd received, recv received, rd reading, rdg reading, rec record,
	recd received, ref reference, reg region, regn registration, rej rejected, rel release, rem remaining, rep representative, req request, reqd required, res result,
	resp response, ret return, rev revenue, rgn region, rgstr register, rm room, rng range, rpt report, rslt result, rsn reason, rt rate, rtg rating, rtn return,
	sal salary, sat satisfaction, sched scheduled, schl school, sec section, seg segment, sem semester, seq sequence, ser serial, sess session, shp shipment, shpmt shipment,
	sku product, sls sales, sno number, spec specialty, spcl special, sq square, src source, ssn number, st state, sta status, stat status, stats statistics, std standard, stck stock, stk stock, stmt statement,
	stn station, str street, sts status, stu student, sub subscription, subj subject, subscr subscription, subs subscription, sup supervisor, supp supplier, suppl supplier,
	supv supervisor, surg surgery, svc service, srv service, serv service, sys system, tbl table, tech technician, tel telephone, temp temperature, term termination, tgt target,
	thru through, tkt ticket, tm time, tmp temperature, tmst timestamp, tot total, tran transaction, trans transaction, transp transport, trf tariff, trk truck, trn transaction, trx transaction,
	ts time, ttl title, tx transaction, txn transaction, txt text, typ type, univ university, unt unit, upd updated, usr user, util utilization, val value, var variance,
	veg vegetarian, veh vehicle, vend vendor, ver version, verif verified, vis visit, vndr vendor, vol volume, wgt weight, wh warehouse, whs warehouse, whse warehouse, wk week, wks weeks,
	wkly weekly, wrhs warehouse, wrty warranty, wt weight, wty warranty, xfer transfer, yr year, yrs years, zn zone`)

// phrasesFor are abbreviations of more than one word.
var phrasesFor = map[string]string{
	"dob": "birth date", "dod": "death date", "po": "purchase order", "wo": "work order", "so": "sales order", "sla": "service level", "eta": "estimated arrival",
	"etd": "estimated departure", "gdp": "gross domestic product", "csat": "customer satisfaction", "nps": "net promoter score", "roi": "return on investment",
	"fname": "first name", "lname": "last name", "mname": "middle name", "firstname": "first name", "lastname": "last name", "uom": "unit of measure",
	"los": "length of stay", "ytd": "year to date", "mtd": "month to date", "fte": "full time equivalent", "hr": "hourly", "bday": "birth date", "bdate": "birth date",
	"birthdate": "birth date", "birthday": "birth date", "doj": "join date", "sku": "sku", "yn": "flag", "zip": "zip code", "zipcode": "zip code", "postcode": "postal code",
	"gpa": "gpa", "rep": "rep", "app": "app", "lead": "lead", "fk": "", "pk": "", "sk": "key",
}

// Words that say what kind of thing a column is; they come last in English.
var typeFirst = words(`dt dte ts tm cd cde nm flg fl amt qty pct id`)

// tablePrefixes and tableSuffixes say how a table is used, not what it holds.
var (
	tablePrefixes = words("tbl tb t dim fact fct stg stage staging raw src mart vw v lkp lkup lookup mst mstr d f xref ref tab")
	tableSuffixes = words("tbl tab table vw view dim fact lkp mst mstr master")
)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

func pairs(list string) map[string]string {
	m := map[string]string{}
	for p := range strings.SplitSeq(list, ",") {
		if f := strings.Fields(p); len(f) == 2 {
			m[f[0]] = f[1]
		}
	}
	return m
}

// general are English words that databases glue together, for taking names
// apart; those that an abbreviation stands for are known as well.
var general = words(`access account action active activity actual address adult advance agency agent album amount annual answer area arrival article artist asset
	assignment attendance author average award balance bank base begin benefit bill billing birth body book booking branch brand budget building business buyer
	call campaign capacity capital card care career carrier cash category cause center change channel charge check child church city claim class client close
	club code collection college color colour comment company competition complete condition contact content contract control copy cost count country county course
	cover create created credit culture currency current custom customer cycle daily damage data date day deal death debit debt decision degree delay delivery
	department deposit description destination detail device diagnosis direct director discount distance district document domain driver due duration email employee
	end energy engine enrollment entry event exam exchange expense expiry export factory faculty family farm fee field file film final finance fine first fiscal
	flag flight floor flow food form format free freight fuel full game gender gold goal grade grant gross ground group growth guest head health height
	high hire history holder holiday home host hotel hour house household image import income index industry inspection insurance interest inventory invoice issue
	item job join key kind label labor language last latitude lead league leave left length lesson level library license life limit line list loan local location
	log long longitude loss low lunch machine mail maintenance make manager market match maximum meal measure media medical meeting member membership merchant message
	method minimum minute mobile mode model money month monthly movie museum music name nation national nationality net network news next night note notes number
	offer office official open opening operation operator order orders organization origin other owner package page paid parent part party password patient pay payment
	pen people percent performance period person phone photo physician picture place plan plant plate platform play player point policy population port position
	post power premium price primary priority procedure process product profile profit program project promotion property province public publication publisher
	purchase quality quantity quarter question rail rank rate rating reading reason receipt receipts record reference refund region registration release rent rental repair
	report request reservation resident resource response result return returned revenue review reward road role room route routine royalty sale sales salary schedule school
	score season seat second section security segment sell seller sent sequence series serial service session set share shift ship shipment shipping shop sign signup site size skill
	sold song source space speed spend sport staff stage standard start state statement station status stay stock stop storage store street student study style
	subject submission subscription supplier supply support surname survey system table target tariff task tax teacher team technician temperature term test text theme
	ticket time title to total tour track trade train transaction transfer transport travel treatment trip truck tuition type unit university update url usage user
	valid value vehicle vendor venue version view village visit visitor volume vote voter wage war warehouse warranty watch web week weekly weight wheel width winner work
	worker year zone from frac on by of in is has paid earned valid max min avg sum per`)
