package session

import "testing"

func TestCitedText(t *testing.T) {
	c := Cell{Narrative: &Narrative{Text: "A is so. B is, too.\n- C."}, Citations: []Citation{{Number: 1, At: 0, End: 8, Title: "Handbook", Section: []string{"Handbook", "Rules"}, Page: 3},
		{Number: 1, At: 9, End: 19, Title: "Handbook"}, {Number: 2, At: 22, End: 24, Title: "Report", Sheet: "Q3"}, {Number: 3, At: 90, End: 99}}}
	if got := c.CitedText(); got != "A is so. B is, too. [1]\n- C. [2]" {
		t.Errorf("%q", got)
	}
	list := c.Cited()
	if len(list) != 3 || list[0].Place() != "Handbook › Rules, page 3" || list[1].Place() != "Report, sheet Q3" {
		t.Errorf("%+v", list)
	}
	if got := (Cell{}).CitedText(); got != "" {
		t.Errorf("%q", got)
	}
}
