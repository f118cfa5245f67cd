package index

import "strings"

// countries are listed as name, what its people and things are called and
// other names, then codes.
const countries = `
afghanistan, afghan | af afg; albania, albanian | al alb; algeria, algerian | dz dza; andorra, andorran | ad and; angola, angolan | ao ago;
argentina, argentine, argentinian | ar arg; armenia, armenian | am arm; australia, australian | au aus; austria, austrian | at aut;
azerbaijan, azerbaijani | az aze; bahamas, bahamian | bs bhs; bahrain, bahraini | bh bhr; bangladesh, bangladeshi | bd bgd; barbados, barbadian | bb brb;
belarus, belarusian | by blr; belgium, belgian | be bel; bolivia, bolivian | bo bol; bosnia and herzegovina, bosnian, bosnia | ba bih;
botswana, botswanan | bw bwa; brazil, brazilian | br bra; bulgaria, bulgarian | bg bgr; cambodia, cambodian | kh khm; cameroon, cameroonian | cm cmr;
canada, canadian | ca can; chile, chilean | cl chl; china, chinese, peoples republic of china | cn chn; colombia, colombian | co col;
costa rica, costa rican | cr cri; croatia, croatian | hr hrv; cuba, cuban | cu cub; cyprus, cypriot | cy cyp; czech republic, czech, czechia | cz cze;
denmark, danish | dk dnk; dominican republic, dominican | do dom; ecuador, ecuadorian | ec ecu; egypt, egyptian | eg egy;
el salvador, salvadoran | sv slv; estonia, estonian | ee est; ethiopia, ethiopian | et eth; fiji, fijian | fj fji; finland, finnish | fi fin;
france, french | fr fra; georgia, georgian | ge geo; germany, german | de deu ger; ghana, ghanaian | gh gha; greece, greek | gr grc;
guatemala, guatemalan | gt gtm; haiti, haitian | ht hti; honduras, honduran | hn hnd; hong kong | hk hkg; hungary, hungarian | hu hun;
iceland, icelandic | is isl; india, indian | in ind; indonesia, indonesian | id idn; iran, iranian | ir irn; iraq, iraqi | iq irq;
ireland, irish | ie irl; israel, israeli | il isr; italy, italian | it ita; ivory coast, ivorian | ci civ; jamaica, jamaican | jm jam;
japan, japanese | jp jpn; jordan, jordanian | jo jor; kazakhstan, kazakh | kz kaz; kenya, kenyan | ke ken; kuwait, kuwaiti | kw kwt;
latvia, latvian | lv lva; lebanon, lebanese | lb lbn; libya, libyan | ly lby; liechtenstein | li lie; lithuania, lithuanian | lt ltu;
luxembourg, luxembourgish | lu lux; madagascar, malagasy | mg mdg; malaysia, malaysian | my mys; malta, maltese | mt mlt; mexico, mexican | mx mex;
moldova, moldovan | md mda; monaco, monegasque | mc mco; mongolia, mongolian | mn mng; montenegro, montenegrin | me mne; morocco, moroccan | ma mar;
mozambique, mozambican | mz moz; myanmar, burmese, burma | mm mmr; namibia, namibian | na nam; nepal, nepalese, nepali | np npl;
netherlands, dutch, the netherlands, holland | nl nld; new zealand, new zealander, kiwi | nz nzl; nicaragua, nicaraguan | ni nic;
nigeria, nigerian | ng nga; north korea, north korean | kp prk; north macedonia, macedonian, macedonia | mk mkd; norway, norwegian | no nor;
oman, omani | om omn; pakistan, pakistani | pk pak; panama, panamanian | pa pan; paraguay, paraguayan | py pry; peru, peruvian | pe per;
philippines, filipino, philippine | ph phl; poland, polish | pl pol; portugal, portuguese | pt prt; puerto rico, puerto rican | pr pri;
qatar, qatari | qa qat; romania, romanian | ro rou; russia, russian, russian federation | ru rus; rwanda, rwandan | rw rwa;
saudi arabia, saudi arabian, saudi | sa sau; senegal, senegalese | sn sen; serbia, serbian | rs srb; singapore, singaporean | sg sgp;
slovakia, slovak, slovakian | sk svk; slovenia, slovenian, slovene | si svn; south africa, south african | za zaf;
south korea, south korean, korean, republic of korea, korea | kr kor; spain, spanish | es esp; sri lanka, sri lankan | lk lka; sudan, sudanese | sd sdn;
sweden, swedish | se swe; switzerland, swiss | ch che sui; syria, syrian | sy syr; taiwan, taiwanese | tw twn; tanzania, tanzanian | tz tza;
thailand, thai | th tha; trinidad and tobago, trinidadian | tt tto; tunisia, tunisian | tn tun; turkey, turkish, türkiye, turkiye | tr tur;
uganda, ugandan | ug uga; ukraine, ukrainian | ua ukr; united arab emirates, emirati, uae | ae are;
united kingdom, british, great britain, britain, england | gb gbr uk; united states, american, united states of america, america | us usa;
uruguay, uruguayan | uy ury; uzbekistan, uzbek | uz uzb; venezuela, venezuelan | ve ven; vietnam, vietnamese | vn vnm; wales, welsh; scotland, scottish;
england, english; yemen, yemeni | ye yem; zambia, zambian | zm zmb; zimbabwe, zimbabwean | zw zwe; europe, european | eu; asia, asian; africa, african;
north america, north american; south america, south american`

const states = `alabama al, alaska ak, arizona az, arkansas ar, california ca, colorado co, connecticut ct, delaware de, florida fl, georgia ga, hawaii hi, idaho id, illinois il, indiana in,
iowa ia, kansas ks, kentucky ky, louisiana la, maine me, maryland md, massachusetts ma, michigan mi, minnesota mn, mississippi ms, missouri mo, montana mt, nebraska ne, nevada nv, new hampshire nh, new jersey nj,
new mexico nm, new york ny, north carolina nc, north dakota nd, ohio oh, oklahoma ok, oregon or, pennsylvania pa, rhode island ri, south carolina sc, south dakota sd, tennessee tn, texas tx, utah ut, vermont vt,
virginia va, washington wa, west virginia wv, wisconsin wi, wyoming wy`

// placeNames gives every way to say a country or state the other ways;
// placeCodes are the codes.
var placeNames, placeCodes = func() (map[string][]string, map[string]bool) {
	names, codes := map[string][]string{}, map[string]bool{}
	link := func(group []string) {
		for _, from := range group {
			for _, to := range group {
				if from != to {
					names[from] = append(names[from], to)
				}
			}
		}
	}
	for entry := range strings.SplitSeq(countries, ";") {
		said, short, _ := strings.Cut(entry, "|")
		var group []string
		for name := range strings.SplitSeq(said, ",") {
			group = append(group, strings.TrimSpace(name))
		}
		for _, c := range strings.Fields(short) {
			codes[c] = true
			group = append(group, c)
		}
		link(group)
	}
	for entry := range strings.SplitSeq(states, ",") {
		f := strings.Fields(entry)
		code := f[len(f)-1]
		codes[code] = true
		link([]string{strings.Join(f[:len(f)-1], " "), code})
	}
	// Codes that are words say nothing about places in a question.
	for _, w := range strings.Fields("in is it no me or to by at be do so my am as id hi oh ok la ma pa de al co can and are per") {
		delete(names, w)
	}
	return names, codes
}()

// isCountry are the names of countries.
var isCountry = func() map[string]bool {
	all := map[string]bool{}
	for entry := range strings.SplitSeq(countries, ";") {
		said, _, _ := strings.Cut(entry, "|")
		name, _, _ := strings.Cut(said, ",")
		all[strings.TrimSpace(name)] = true
	}
	return all
}()

// isOther is true for a column of states where a country is meant, or the other way
// round: CA is Canada, and California.
func (c *Column) isOther(place string) bool {
	if isState[place] {
		return c.says("country nation")
	}
	return c.says("state province")
}

var isState = func() map[string]bool {
	all := map[string]bool{}
	for entry := range strings.SplitSeq(states, ",") {
		f := strings.Fields(entry)
		all[strings.Join(f[:len(f)-1], " ")] = true
	}
	delete(all, "georgia") // a country, too
	return all
}()

// currencies are the codes of what people call money.
var currencies = map[string]string{
	"euro": "eur", "euros": "eur", "dollar": "usd", "dollars": "usd", "pound": "gbp", "pounds": "gbp", "sterling": "gbp", "yen": "jpy", "franc": "chf", "francs": "chf",
	"rupee": "inr", "rupees": "inr", "yuan": "cny", "zloty": "pln",
}

// spokenCodes are codes that people write in lower case, too.
var spokenCodes = map[string]bool{"us": true, "usa": true, "uk": true, "eu": true, "uae": true, "ny": true, "tx": true, "fl": true, "nj": true}
