package index

import "strings"

// countries are listed as name, what its people and things are called, codes,
// and other names.
const countries = `
afghanistan|afghan|af afg; albania|albanian|al alb; algeria|algerian|dz dza; andorra|andorran|ad and; angola|angolan|ao ago; argentina|argentine argentinian|ar arg; armenia|armenian|am arm;
australia|australian|au aus; austria|austrian|at aut; azerbaijan|azerbaijani|az aze; bahamas|bahamian|bs bhs; bahrain|bahraini|bh bhr; bangladesh|bangladeshi|bd bgd; barbados|barbadian|bb brb;
belarus|belarusian|by blr; belgium|belgian|be bel; bolivia|bolivian|bo bol; bosnia and herzegovina|bosnian|ba bih|bosnia; botswana|botswanan|bw bwa; brazil|brazilian|br bra; bulgaria|bulgarian|bg bgr;
cambodia|cambodian|kh khm; cameroon|cameroonian|cm cmr; canada|canadian|ca can; chile|chilean|cl chl; china|chinese|cn chn|peoples republic of china; colombia|colombian|co col;
costa rica|costa rican|cr cri; croatia|croatian|hr hrv; cuba|cuban|cu cub; cyprus|cypriot|cy cyp; czech republic|czech|cz cze|czechia; denmark|danish|dk dnk; dominican republic|dominican|do dom;
ecuador|ecuadorian|ec ecu; egypt|egyptian|eg egy; el salvador|salvadoran|sv slv; estonia|estonian|ee est; ethiopia|ethiopian|et eth; fiji|fijian|fj fji; finland|finnish|fi fin; france|french|fr fra;
georgia|georgian|ge geo; germany|german|de deu ger; ghana|ghanaian|gh gha; greece|greek|gr grc; guatemala|guatemalan|gt gtm; haiti|haitian|ht hti; honduras|honduran|hn hnd; hong kong||hk hkg;
hungary|hungarian|hu hun; iceland|icelandic|is isl; india|indian|in ind; indonesia|indonesian|id idn; iran|iranian|ir irn; iraq|iraqi|iq irq; ireland|irish|ie irl; israel|israeli|il isr;
italy|italian|it ita; ivory coast|ivorian|ci civ; jamaica|jamaican|jm jam; japan|japanese|jp jpn; jordan|jordanian|jo jor; kazakhstan|kazakh|kz kaz; kenya|kenyan|ke ken; kuwait|kuwaiti|kw kwt;
latvia|latvian|lv lva; lebanon|lebanese|lb lbn; libya|libyan|ly lby; liechtenstein||li lie; lithuania|lithuanian|lt ltu; luxembourg|luxembourgish|lu lux; madagascar|malagasy|mg mdg; malaysia|malaysian|my mys;
malta|maltese|mt mlt; mexico|mexican|mx mex; moldova|moldovan|md mda; monaco|monegasque|mc mco; mongolia|mongolian|mn mng; montenegro|montenegrin|me mne; morocco|moroccan|ma mar; mozambique|mozambican|mz moz;
myanmar|burmese|mm mmr|burma; namibia|namibian|na nam; nepal|nepalese nepali|np npl; netherlands|dutch|nl nld|holland the netherlands; new zealand|new zealander kiwi|nz nzl; nicaragua|nicaraguan|ni nic;
nigeria|nigerian|ng nga; north korea|north korean|kp prk; north macedonia|macedonian|mk mkd|macedonia; norway|norwegian|no nor; oman|omani|om omn; pakistan|pakistani|pk pak; panama|panamanian|pa pan;
paraguay|paraguayan|py pry; peru|peruvian|pe per; philippines|filipino philippine|ph phl; poland|polish|pl pol; portugal|portuguese|pt prt; puerto rico|puerto rican|pr pri; qatar|qatari|qa qat;
romania|romanian|ro rou; russia|russian|ru rus|russian federation; rwanda|rwandan|rw rwa; saudi arabia|saudi saudi arabian|sa sau; senegal|senegalese|sn sen; serbia|serbian|rs srb; singapore|singaporean|sg sgp;
slovakia|slovak slovakian|sk svk; slovenia|slovenian slovene|si svn; south africa|south african|za zaf; south korea|korean south korean|kr kor|korea republic of korea; spain|spanish|es esp; sri lanka|sri lankan|lk lka;
sudan|sudanese|sd sdn; sweden|swedish|se swe; switzerland|swiss|ch che sui; syria|syrian|sy syr; taiwan|taiwanese|tw twn; tanzania|tanzanian|tz tza; thailand|thai|th tha; trinidad and tobago|trinidadian|tt tto;
tunisia|tunisian|tn tun; turkey|turkish|tr tur|türkiye turkiye; uganda|ugandan|ug uga; ukraine|ukrainian|ua ukr; united arab emirates|emirati|ae are|uae; united kingdom|british|gb gbr uk|great britain britain england;
united states|american|us usa|united states of america america; uruguay|uruguayan|uy ury; uzbekistan|uzbek|uz uzb; venezuela|venezuelan|ve ven; vietnam|vietnamese|vn vnm; wales|welsh|; scotland|scottish|;
england|english|; yemen|yemeni|ye yem; zambia|zambian|zm zmb; zimbabwe|zimbabwean|zw zwe; europe|european|eu; asia|asian|; africa|african|; north america|north american|; south america|south american|`

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
				if from != to && len(from) > 1 {
					names[from] = append(names[from], to)
				}
			}
		}
	}
	for line := range strings.SplitSeq(countries, ";") {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) < 2 {
			continue
		}
		group := []string{f[0]}
		if f[1] != "" {
			group = append(group, peoples(f[1])...)
		}
		for i := 2; i < len(f); i++ {
			if i == 2 {
				for _, c := range strings.Fields(f[2]) {
					codes[c] = true
					group = append(group, c)
				}
				continue
			}
			group = append(group, others(f[3])...)
		}
		link(group)
	}
	for line := range strings.SplitSeq(states, ",") {
		f := strings.Fields(line)
		code := f[len(f)-1]
		codes[code] = true
		link([]string{strings.Join(f[:len(f)-1], " "), code})
	}
	// Codes that are words are no names of places in a question.
	for _, w := range strings.Fields("in is it no me or to by at be do so my am as id hi oh ok la ma pa de al co can and are per") {
		delete(names, w)
	}
	return names, codes
}()

// peoples and others hold names of one word, but for those that are known to
// have more.
func peoples(list string) []string {
	return withPairs(list, "saudi arabian", "new zealander", "south korean", "costa rican", "puerto rican", "sri lankan", "south african", "north korean", "north american", "south american")
}

func others(list string) []string {
	return withPairs(list, "united states of america", "republic of korea", "peoples republic of china", "great britain", "russian federation", "the netherlands")
}

func withPairs(list string, phrases ...string) []string {
	var out []string
	for _, p := range phrases {
		if strings.Contains(list, p) {
			out = append(out, p)
			list = strings.Replace(list, p, "", 1)
		}
	}
	return append(out, strings.Fields(list)...)
}
