package world

import (
	"math/rand/v2"
	"strings"
)

// invent makes a name of a sort; "{last} & {last}" is filled from other sorts. A
// word that is no sort stands for itself.
func invent(rng *rand.Rand, sort string) string {
	l, ok := pools[sort]
	if !ok {
		return sort
	}
	return fill(rng, l[rng.IntN(len(l))])
}

func fill(rng *rand.Rand, template string) string {
	for {
		before, rest, ok := strings.Cut(template, "{")
		if !ok {
			return template
		}
		sort, after, _ := strings.Cut(rest, "}")
		template = before + invent(rng, sort) + after
	}
}

// inventMany gives up to n different names.
func inventMany(rng *rand.Rand, sort string, n int) []string {
	seen := map[string]bool{}
	var list []string
	for range n * 3 {
		if len(list) == n {
			break
		}
		if s := invent(rng, sort); !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	return list
}

var pools = func() map[string][]string {
	m := map[string][]string{}
	for line := range strings.Lines(poolText) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		for p := range strings.SplitSeq(rest, ",") {
			m[name] = append(m[name], strings.TrimSpace(p))
		}
	}
	return m
}()

const poolText = `
first: Anna, Ben, Carla, David, Elena, Farid, Grace, Hugo, Ines, Jonas, Katya, Liam, Mei, Nadia, Omar, Priya, Quentin, Rosa, Samir, Tara, Umar, Vera, Wei, Ximena, Yusuf, Zoe, Amara, Bruno, Chloe, Dmitri, Esther, Felix, Gita, Hannah, Igor, Julia, Kofi, Lucia, Marco, Nora, Oscar, Paula, Ravi, Sofia, Thomas, Ursula, Viktor, Wanda, Yara, Zack, Aiko, Bjorn, Celine, Dario, Emma, Finn, Greta, Hassan, Isla, Jack, Kim, Laura, Mohammed, Nils, Olga, Pedro, Rachel, Sven, Tina, Walter
last: Abbott, Bauer, Costa, Diaz, Eriksen, Fischer, Garcia, Haddad, Ivanov, Jensen, Kaur, Lindqvist, Moreau, Nakamura, Okafor, Petrov, Quigley, Rossi, Schmidt, Tanaka, Usman, Vargas, Walsh, Xu, Yilmaz, Zimmer, Adeyemi, Brandt, Chen, Dubois, Engel, Ferrari, Gupta, Hughes, Ibrahim, Jovanovic, Kowalski, Lopez, Mbeki, Novak, O'Brien, Park, Rahman, Sato, Turner, Urban, Virtanen, Weber, Young, Zhang, Almeida, Becker, Carver, Doyle, Ellis, Foster, Grant, Holm, Keller, Larsen, Meyer, Nilsson, Olsen, Porter, Reyes, Silva, Thorne, Wagner
person: {first} {last}, {first} {last}, {first} {last}, {first} {letter}. {last}
letter: A, B, C, D, E, F, G, H, J, K, L, M, N, P, R, S, T, W
coin: Acme, Altura, Apex, Arbor, Aster, Aurora, Avanti, Beacon, Birch, Bluefin, Borealis, Brio, Cedar, Cobalt, Copper, Corvus, Crest, Delta, Dune, Ember, Everfield, Falcon, Fjord, Flint, Forge, Garnet, Glacier, Granite, Harbor, Helix, Horizon, Indigo, Iris, Juniper, Kestrel, Lumen, Lynx, Maple, Meridian, Mosaic, Nimbus, Nordic, Nova, Oak, Onyx, Orbit, Orchid, Osprey, Pacific, Pine, Pinnacle, Prism, Quartz, Raven, Ridge, Sable, Saffron, Sequoia, Sierra, Solstice, Sparrow, Summit, Terra, Tidewater, Titan, Trident, Umber, Vale, Vertex, Vista, Willow, Zephyr
suffix: GmbH, Ltd, Inc, LLC, AG, SA, Co, BV, SpA, AB, Corp, PLC
trade: Logistics, Foods, Systems, Partners, Industries, Trading, Supplies, Solutions, Holdings, Group, Works, Labs, Engineering, Textiles, Services, Technologies, Materials, Imports, Chemicals, Design, Motors, Media, Capital, Health, Energy, Packaging
company: {coin} {trade}, {last} {trade}, {last} & {last}, {coin} {trade} {suffix}, {last} {suffix}, {last} & Sons, {coin} {suffix}
city: Aberdeen, Adelaide, Antwerp, Athens, Austin, Barcelona, Basel, Bergen, Bilbao, Bologna, Boston, Bristol, Bruges, Brussels, Bucharest, Cairo, Calgary, Cape Town, Chicago, Cologne, Copenhagen, Cork, Dallas, Denver, Dresden, Dublin, Edinburgh, Florence, Frankfurt, Geneva, Genoa, Ghent, Glasgow, Graz, Hamburg, Hanover, Helsinki, Houston, Istanbul, Kyoto, Lagos, Leeds, Lima, Linz, Lisbon, Liverpool, London, Los Angeles, Lyon, Madrid, Malaga, Manchester, Marseille, Melbourne, Miami, Milan, Montreal, Mumbai, Munich, Nairobi, Nantes, Naples, New York, Nice, Osaka, Oslo, Ottawa, Paris, Perth, Phoenix, Porto, Portland, Prague, Riga, Rome, Rotterdam, Salzburg, San Diego, Santiago, Seattle, Seoul, Seville, Singapore, Sofia, Stockholm, Stuttgart, Sydney, Tallinn, Tampere, Tokyo, Toronto, Turin, Utrecht, Valencia, Vancouver, Venice, Vienna, Vilnius, Warsaw, York, Zagreb, Zurich
country: Germany, France, Italy, Spain, Portugal, Austria, Switzerland, Netherlands, Belgium, Denmark, Sweden, Norway, Finland, Poland, Czech Republic, Hungary, Greece, Ireland, United Kingdom, United States, Canada, Mexico, Brazil, Argentina, Chile, Japan, China, India, South Korea, Australia, New Zealand, South Africa, Kenya, Nigeria, Egypt, Morocco, Turkey, Thailand, Vietnam, Singapore
iso: DE, FR, IT, ES, PT, AT, CH, NL, BE, DK, SE, NO, FI, PL, CZ, HU, GR, IE, GB, US, CA, MX, BR, AR, CL, JP, CN, IN, KR, AU, NZ, ZA, KE, NG, EG, MA, TR, TH, VN, SG
state: California, Texas, Florida, New York, Illinois, Ohio, Georgia, Michigan, Washington, Oregon, Colorado, Arizona, Virginia, Minnesota, Wisconsin, Nevada, Utah, Kansas, Iowa, Maine
usps: CA, TX, FL, NY, IL, OH, GA, MI, WA, OR, CO, AZ, VA, MN, WI, NV, UT, KS, IA, ME
region: North, South, East, West, Central, Northeast, Southwest, Coastal, Highlands, Metro
quality: Classic, Premium, Eco, Ultra, Basic, Deluxe, Compact, Heavy, Light, Royal, Urban, Alpine, Vintage, Smart, Silent, Golden, Silver, Rapid, Solid, Pure
product: {quality} {thing}, {coin} {thing}, {thing} {number}, {coin} {number}, {quality} {thing} {size}
thing: Lamp, Chair, Backpack, Kettle, Drill, Jacket, Bottle, Desk, Helmet, Speaker, Camera, Tent, Blender, Notebook, Shelf, Mixer, Heater, Scooter, Tripod, Toaster, Pump, Cable, Filter, Bracket, Valve, Monitor, Keyboard, Router, Battery, Charger
size: S, M, L, XL, 10, 20, 50, 500 ml, 1 l, 2 kg
number: 100, 110, 200, 220, 250, 300, 310, 400, 500, 550, 600, 700, 720, 800, 900, 1000, 2000, X1, X3, V2, Z5
street: {last} Street, {tree} Avenue, {tree} Road, {coin} Lane, Station Road, High Street, Mill Lane, Church Square, {last} Way
tree: Oak, Elm, Birch, Maple, Cedar, Ash, Linden, Chestnut, Willow, Poplar, Hazel, Pine
place: {tree} {terrain}, {coin} {terrain}, North {terrain}, Old {terrain}, {last} {terrain}, Upper {terrain}
terrain: Hill, Park, Valley, Point, Bay, Field, Creek, Ridge, Lake, Grove, Bridge, Harbor, Meadow, Springs, Heights
site: {city} {compass}, {place}, {city} Central, {city} {terrain}
compass: North, South, East, West, Central, Airport, Downtown
title: The {adj} {noun}, {noun} of {noun}, {adj} {noun}, The {noun}, A {noun} in {city}, {noun} and {noun}, Last {noun}, {city} {noun}
adj: Silent, Broken, Golden, Hidden, Distant, Crimson, Endless, Little, Forgotten, Electric, Winter, Burning, Paper, Wild, Secret, Hollow, Second, Blue, Lonely, Bright
noun: River, Garden, Empire, Shadow, Mirror, Letter, Ocean, Night, Clock, House, Song, Mountain, Orchard, Stranger, Storm, Key, Promise, Bridge, Summer, Island, Engine, Harvest, Crown, Window
team: {city} {mascot}, {coin} {mascot}, {city} United, {city} FC, {last} Racing
mascot: Hawks, Tigers, Wolves, Rovers, Bears, Eagles, Sharks, Comets, Giants, Foxes, Kings, Stars
school: {place} School, {last} High School, {city} Academy, St. {first} School, {place} Elementary
university: University of {city}, {city} Institute of Technology, {last} College, {place} University
hospital: {city} General, St. {first} Hospital, {place} Clinic, {last} Medical Center
course: Introduction to {field}, Advanced {field}, {field} I, {field} II, Applied {field}, {field} Seminar
field: Statistics, Economics, Biology, Chemistry, Physics, Psychology, Marketing, Accounting, Law, History, Linguistics, Databases, Robotics, Ethics, Geometry, Genetics, Finance, Logic, Design, Philosophy
project: Project {coin}, {coin} Rollout, {trade} Migration, {coin} Redesign, {city} Expansion, {coin} Phase 2
campaign: {season} Sale, {coin} Launch, {season} Promo, {city} Roadshow, Back to School, {coin} Newsletter, {season} Clearance
season: Spring, Summer, Autumn, Winter, Holiday, Easter
drug: {drughead}{drugtail}, {drughead}{drugtail} {dose}
drughead: Amo, Brevi, Cefa, Dolo, Ery, Flu, Gaba, Hydro, Indo, Keto, Lora, Meto, Napro, Oxa, Para, Rami, Simva, Tola, Vera, Zolpi
drugtail: cillin, prolol, statin, dine, pril, mycin, zepam, profen, xacin, tidine
dose: 5 mg, 10 mg, 20 mg, 50 mg, 100 mg, 250 mg, 500 mg
ship: {coin} Star, MS {first}, {coin} Express, Sea {noun}, {last} Trader, Ocean {noun}
machine: {coin} {machinekind} {number}, {machinekind} {number}, {machinekind} {letter}
machinekind: Press, Lathe, Mill, Robot, Conveyor, Extruder, Furnace, Grinder, Packer, Welder, Mixer, Cutter
vehicle: {brand} {model}
brand: Toyota, Ford, Volvo, Scania, Renault, Nissan, Fiat, Skoda, Kia, Mercedes, Iveco, MAN, Honda, Mazda, Tesla
model: Alpha, Cargo, City, Cross, Max, Pro, Sport, Transit, Van, 300, 500, XC, Neo
dish: {cook} {food}, {food} {dishkind}, {food} with {food2}
cook: Grilled, Roasted, Smoked, Baked, Spicy, Fried, Stuffed, Braised
food: Chicken, Salmon, Mushroom, Tofu, Beef, Lamb, Pumpkin, Eggplant, Shrimp, Lentil, Duck, Tuna
food2: Rice, Lemon, Spinach, Garlic, Tomato, Potatoes, Noodles, Olives
dishkind: Soup, Salad, Burger, Curry, Pasta, Stew, Wrap, Pizza, Tart
restaurant: {last}'s, The {adj} {food}, Cafe {first}, {city} Grill, {coin} Kitchen, Trattoria {last}
event: {city} {eventkind}, {coin} {eventkind}, {season} {eventkind}, {field} {eventkind}
eventkind: Summit, Festival, Fair, Conference, Expo, Forum, Gala, Meetup, Open Day
band: The {adj} {mascot}, {coin}, {first} {last}, {adj} {noun}, {noun} Parade
software: {coin} Cloud, {coin} Desk, {coin} Flow, {coin}Hub, {coin} Suite, {coin} Mobile
plan: Free, Starter, Basic, Standard, Plus, Pro, Business, Premium, Enterprise
museum: {city} Museum, Museum of {field}, {last} Gallery, {place} Collection
charity: {coin} Foundation, {last} Trust, Friends of {place}, {city} Relief, {coin} Aid
farm: {last} Farm, {place} Farm, {tree} Hill Estate, {last} Orchards
policy: Motor, Home, Life, Travel, Liability, Pet, Health
agency: {city} Authority, Department of {field}, Office of {trade}, {place} Council
note: Called twice, Needs follow-up, Paid in cash, Left at front desk, Checked by {last}, Delayed by weather, See attached file, Awaiting approval, Customer not available, Replaced part {number}, OK, Urgent
`
