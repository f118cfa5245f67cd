package demo

// The input of the generator. These are the events of the story; the scripts
// read them as variables.
const (
	Company = "Tarnfell Outfitters"

	FirstDay = "2023-01-01"
	LastDay  = "2025-12-31"

	PriceRiseDay = "2024-03-01"

	LaunchDay      = "2024-04-15"
	LaunchCategory = "Packrafting"
	LaunchProduct  = "Drift Packraft"

	BadRegion      = "North"
	badRegionID    = "1"
	BadQuarter     = "2024-Q3"
	BadQuarterFrom = "2024-07-01"
	BadQuarterTo   = "2024-09-30"

	OutageFrom = "2024-11-12"
	OutageTo   = "2024-11-13"

	TrackingGapFrom = "2025-03-03"
	TrackingGapTo   = "2025-03-16"

	// The expenses of one household are there twice for one month.
	TwiceHousehold = "13"
	TwiceFrom      = "2024-02-01"
	TwiceTo        = "2024-02-29"
)

// variables are the statements that tell the scripts.
func variables() []string {
	day := func(d string) string { return "DATE " + quote(d) }
	set := func(name, value string) string { return "SET VARIABLE " + name + " = " + value }
	return []string{
		set("first_day", day(FirstDay)),
		set("last_day", day(LastDay)),
		set("price_rise_day", day(PriceRiseDay)),
		set("launch_day", day(LaunchDay)),
		set("launch_category", quote(LaunchCategory)),
		set("launch_product", quote(LaunchProduct)),
		set("bad_region_id", badRegionID),
		set("bad_quarter_from", day(BadQuarterFrom)),
		set("bad_quarter_to", day(BadQuarterTo)),
		set("outage_from", day(OutageFrom)),
		set("outage_to", day(OutageTo)),
		set("tracking_gap_from", day(TrackingGapFrom)),
		set("tracking_gap_to", day(TrackingGapTo)),
		set("twice_household", TwiceHousehold),
		set("twice_from", day(TwiceFrom)),
		set("twice_to", day(TwiceTo)),
	}
}

// Tables are the tables of the warehouse and their rows; a database with these
// and no others is taken for the demo warehouse.
var Tables = []TableRows{
	{"regions", 5},
	{"categories", 8},
	{"products", 88},
	{"customers", 19665},
	{"orders", 57025},
	{"order_items", 119394},
	{"returns", 8697},
	{"opportunities", 5024},
	{"marketing_spend", 27400},
	{"web_sessions", 407335},
	{"support_tickets", 10684},
	{"households", 40},
	{"expenses", 45896},
}
