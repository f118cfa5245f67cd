package world

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// style is how a company's people named things.
type style struct {
	shape       string            // snake, upper, pascal, camel, glued, spaces, title (Order_Date)
	columnShape string            // where columns are named otherwise than tables
	short       float64           // how likely a word is abbreviated
	typeFirst   bool              // dt_order
	prefix      string            // before the names of tables: tbl_, t_
	star        bool              // dim_ and fact_ before the names of tables
	own         bool              // columns repeat the name of the table: cust_name in cust
	many        bool              // tables in the plural
	hungarian   bool              // strName
	idWord      string            // id, no, key, number
	bareID      bool              // the key is called id in every table
	onAt        bool              // shipped_on, ordered_at
	flagWay     int               // is_, none, _flag, _yn
	words       map[string]string // how each word is spelt
	used        map[string]bool   // spellings
}

func newStyle(rng *rand.Rand) *style {
	s := &style{words: map[string]string{}, used: map[string]bool{}}
	s.shape = pick(rng, "snake", "snake", "snake", "snake", "upper", "upper", "pascal", "pascal", "camel", "glued", "spaces", "title", "title")
	s.columnShape = s.shape
	switch s.shape {
	case "snake":
		s.short = pick(rng, 0, 0, 0, 0.4, 0.95)
	case "upper":
		s.short = pick(rng, 0.5, 0.95, 0.95, 0)
	case "pascal", "camel":
		s.short = pick(rng, 0, 0, 0, 0.3)
	case "glued":
		s.short = pick(rng, 0, 0, 0.3)
	case "spaces":
		s.columnShape = pick(rng, "spaces", "snake")
	case "title":
		s.shape = pick(rng, "title", "pascal", "snake")
	}
	if s.shape == "camel" {
		s.columnShape = "camel"
		s.shape = pick(rng, "camel", "pascal", "snake")
	}
	s.typeFirst = s.short > 0.3 && rng.Float64() < 0.15
	switch rng.IntN(12) {
	case 0:
		s.prefix = "tbl"
	case 1:
		s.prefix = "t"
	case 2, 3:
		s.star = s.shape != "spaces"
	}
	s.own = rng.Float64() < 0.25 && s.columnShape != "glued"
	s.many = !s.star && rng.Float64() < 0.5
	s.hungarian = s.columnShape == "pascal" && rng.Float64() < 0.12
	s.idWord = pick(rng, "id", "id", "id", "id", "no", "number", "key", "code")
	if s.star {
		s.idWord = pick(rng, "key", "id")
	}
	s.bareID = s.idWord == "id" && !s.own && rng.Float64() < 0.4
	s.onAt = rng.Float64() < 0.35
	s.flagWay = rng.IntN(4)
	return s
}

// table is the stored name of a table.
func (s *style) table(rng *rand.Rand, t *tableSpec) string {
	plain := strings.Fields(t.nouns[0].One)
	words := s.spell(rng, plain)
	if last := len(words) - 1; s.many && last == len(plain)-1 && words[last] == plainWord(plain[last]) { // abbreviations have no plural
		words[last] = plainWord(lastWord(t.nouns[0].Many))
	}
	switch {
	case s.star && (t.kind == Event || t.kind == Line || t.kind == Snapshot):
		words = append([]string{pick(rng, "fact", "fact", "fct")}, words...)
	case s.star && t.kind != Link:
		words = append([]string{"dim"}, words...)
	case s.prefix != "":
		words = append([]string{s.prefix}, words...)
	}
	name := join(s.shape, words)
	if (s.prefix != "" || s.star) && s.shape != "upper" && s.shape != "snake" && s.shape != "glued" && s.shape != "title" {
		name = words[0] + "_" + join(s.shape, words[1:]) // tbl_OrderLine
	}
	return name
}

// column is the stored name of a column from its words.
func (s *style) column(rng *rand.Rand, t *tableSpec, c *columnSpec, words []string, unit string) string {
	if s.own && c.kind != "fk" && c.kind != "self" && !slices.Contains(words, strings.Fields(t.nouns[0].One)[0]) {
		words = append(strings.Fields(t.nouns[0].One), words...)
	}
	if len(words) > 4 {
		words = words[len(words)-4:]
	}
	if unit != "" && !slices.Contains(words, unit) {
		words = append(slices.Clone(words), unit)
	}
	out := s.spell(rng, words)
	if s.typeFirst && len(out) > 1 {
		switch words[len(words)-1] {
		case "date", "number", "code", "name", "amount", "quantity", "time":
			out = append([]string{out[len(out)-1]}, out[:len(out)-1]...)
		}
	}
	name := join(s.columnShape, out)
	if s.hungarian {
		return hungarianMark(c) + name
	}
	return name
}

func hungarianMark(c *columnSpec) string {
	switch c.kind {
	case "id", "fk", "self", "qty", "num", "seq", "year", "month":
		return "int"
	case "date", "ts", "from", "to":
		return "dtm"
	case "amt", "price":
		return "cur"
	case "flag":
		return "bln"
	case "rate", "pct", "dur":
		return "dbl"
	}
	return "str"
}

// spell abbreviates words as the style does; a word is always abbreviated in the
// same way within a world.
func (s *style) spell(rng *rand.Rand, words []string) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		w = plainWord(w)
		if w == "" {
			continue
		}
		spelt, ok := s.words[w]
		if !ok {
			spelt = w
			if rng.Float64() < s.short {
				spelt = abbreviate(rng, w)
			}
			if s.used[spelt] { // by another word
				spelt = w
			}
			s.used[spelt] = true
			s.words[w] = spelt
		}
		out = append(out, spelt)
	}
	return out
}

// plainWord keeps what may be in a name: e-mail is email.
func plainWord(w string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return -1
	}, w)
}

func join(shape string, words []string) string {
	switch shape {
	case "upper":
		return strings.ToUpper(strings.Join(words, "_"))
	case "pascal", "camel":
		var b strings.Builder
		for i, w := range words {
			switch {
			case shape == "camel" && i == 0:
				b.WriteString(w)
			case w == "id" && shape == "pascal" && len(words) > 1 && len(words[0])%2 == 0:
				b.WriteString("ID") // CustomerID in some tables, CustomerId in others
			default:
				b.WriteString(capital(w))
			}
		}
		return b.String()
	case "title":
		list := make([]string, len(words))
		for i, w := range words {
			list[i] = capital(w)
			if w == "id" {
				list[i] = "ID"
			}
		}
		return strings.Join(list, "_")
	case "glued":
		return strings.Join(words, "")
	case "spaces":
		return strings.Join(words, " ")
	}
	return strings.Join(words, "_")
}

// abbreviate shortens a word as people do: by custom, and long words to their
// consonants or to their beginning, unless that would be taken for another word.
func abbreviate(rng *rand.Rand, w string) string {
	if l, ok := customary[w]; ok {
		return l[rng.IntN(len(l))]
	}
	if len(w) < 6 || rng.IntN(5) < 2 {
		return w
	}
	short := w[:4]
	switch {
	case rng.IntN(3) == 0 && len(consonants(w)) >= 3:
		s := consonants(w)
		short = s[:min(len(s), 4+rng.IntN(2))]
	case strings.ContainsRune("aeiou", rune(w[3])):
		short = w[:3+2*rng.IntN(2)]
	}
	if taken[short] {
		return w
	}
	return short
}

// taken are the abbreviations that custom has given to a word.
var taken = func() map[string]bool {
	m := map[string]bool{}
	for _, l := range customary {
		for _, s := range l {
			m[s] = true
		}
	}
	return m
}()

// consonants is a word without its inner vowels.
func consonants(w string) string {
	var b strings.Builder
	for i, r := range w {
		if i > 0 && strings.ContainsRune("aeiou", r) {
			continue
		}
		if i > 1 && b.Len() > 0 && b.String()[b.Len()-1] == byte(r) {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// customary are abbreviations that many databases use.
var customary = func() map[string][]string {
	m := map[string][]string{}
	for line := range strings.SplitSeq(`number no nbr num nr;name nm nm;date dt dt dte;code cd cd cde;amount amt amt;quantity qty;
		customer cust cust cstmr;order ord ord ordr;product prod prd;category cat categ ctg;department dept;employee emp empl;
		manager mgr;account acct acc;address addr;description descr desc dsc;status stat sts stat;type typ;price prc;total tot ttl;
		time tm;timestamp ts;transaction txn trx tran;payment pmt pymt;invoice inv invc;supplier supp spl;vendor vend vndr;
		location loc;country ctry cntry;region rgn reg;city city;state st;phone ph tel;percent pct;percentage pct;average avg;
		maximum max;minimum min;reference ref;identifier id;group grp;unit unt;value val;weight wt wgt;volume vol;
		warehouse wh whse;shipment shpmt shp;delivery dlv dlvry;discount disc dsc;balance bal;currency ccy curr;
		interest int;branch br brnch;policy pol;claim clm;premium prem;patient pat pt;doctor doc dr;appointment appt;
		diagnosis diag dx;service svc srv;contract contr ctr;project proj prj;task tsk;hours hrs;hour hr;minutes min mins;minute min;seconds sec secs;
		days d days;month mth mon mo;year yr;week wk;quarter qtr;start strt beg st;end end;first fst first;last lst last;birth birth bth;
		level lvl;position pos;salary sal;department dept;organization org;organisation org;company co cmpny;contact cont cntct;
		member mbr memb;subscription sub subscr;student stud stu;course crs;semester sem;instructor instr;teacher tchr;grade grd;
		school sch;class cls;building bldg;room rm;floor flr;vehicle veh;driver drv drvr;distance dist;departure dep;arrival arr;
		destination dest;origin orig;flight flt;passenger pax;ticket tkt;station stn sta;machine mach mch;equipment equip eq;
		maintenance maint mnt;operator oper opr;operation op;temperature temp tmp;pressure press;material mat matl;request req;response resp;
		priority prio prty;category cat;subcategory subcat;inventory inv invt;stock stk;purchase purch prch;receipt rcpt;
		sequence seq;line ln;item itm;flag flg;indicator ind;active act actv;created crtd cre;updated upd;expiry exp;effective eff;
		registration reg regn;license lic;licence lic;property prop;tenant ten tnt;lease lse;rate rt rate;rating rtg;score scr;
		session sess;event evt;campaign camp cmp;channel chan chnl;message msg;language lang;version ver;application app appl;
		user usr;password pwd;session sess;management mgmt;market mkt;marketing mktg;manufacturer mfr mfg;model mdl;serial ser;
		standard std;estimated est;actual act;scheduled sched sch;planned plan pln;budget bdgt bud;revenue rev;expense exp;
		insurance ins;hospital hosp;medication med;prescription rx;specimen spec;result res rslt;sample smpl;analysis anal;
		technician tech;representative rep;agent agt;commission comm;capacity cap;population pop;document doc;certificate cert;
		reading rdg;meter mtr;consumption cons;energy enrgy;power pwr;original orig;final fin;previous prev;current curr;
		gross grs;net net;tax tax;fee fee;charge chg;duration dur;length len;height ht;width wd;hectares ha;kilometres km;kilometers km;
		area area;allowed allwd;approved appr;rejected rej;reason rsn;result res;history hist;schedule sched;resource rsrc;
		gender gndr sex;title ttl;parent par prnt;child chld;role role;team tm team;player plyr plr;season seas ssn;match mtch;
		goals gls;points pts;visit vis vst;device dev;network net netw;error err;count cnt;frequency freq;method mthd meth;
		subject subj;author auth;publisher publ pub;edition edtn ed;language lang;publication publ pub;volunteer vol volr;
		donation don dntn;donor dnr;grant grnt;program prog pgm;household hh;inspection insp;inspector insp;violation viol;permit prmt;
		incident inc incd;crew crew;vessel vsl;container cntr ctnr;cargo crg;port prt;voyage voy;harvest harv hrv;
		recipe rcp;ingredient ingr;kitchen ktch;reservation resv rsv;booking bkg bkng;guest gst;store str store;shop shp;
		salesperson slsp;salesman slsm;sales sls;return rtn ret;refund rfnd;issue iss;resolved rslv res;opened opnd;closed clsd cls;
		installation inst instl;installed inst;experiment expt exp;measurement meas msmt;sensor snsr sens;laboratory lab;
		journal jrnl;entry ent;ledger ldgr;debit dr;credit cr;loan ln loan;deposit dep;withdrawal wdl;merchant mrch;terminal term;
		facility fac fclty;district dist;municipality muni;citizen ctzn;application app appl;applicant applt appl;vaccine vax;
		treatment trt treat;procedure proc;nurse nrs;ward wrd;bed bed;admission adm;discharge disch dschg`, ";") {
		f := strings.Fields(line)
		if len(f) > 1 {
			m[f[0]] = f[1:]
		}
	}
	return m
}()

// namer gives every name once.
type namer map[string]bool

func (n namer) unique(name string) string {
	base := name
	for i := 2; n[strings.ToLower(name)]; i++ {
		name = base + strconv.Itoa(i)
	}
	n[strings.ToLower(name)] = true
	return name
}

func pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }
