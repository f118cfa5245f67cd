package source

// ReadAs says how a column, or a whole file, is to be read.
type ReadAs struct {
	File   string `json:"file,omitempty" maxLength:"1000" doc:"The file's name, or a pattern for several; empty for every file that has the column." example:"sales.csv"`
	Column string `json:"column,omitempty" maxLength:"1000" doc:"Empty for the whole file." example:"amount"`
	As     string `json:"as" maxLength:"100" doc:"One of the options of a choice." example:"text"`
}

// ReadChoice is how a column or a file is read, and how else it could be.
type ReadChoice struct {
	File    string   `json:"file" doc:"The file's name, or a pattern for several." example:"sales.csv"`
	Column  string   `json:"column,omitempty" doc:"Empty for the whole file." example:"amount"`
	As      string   `json:"as" doc:"How it is read." example:"number 1.234,5"`
	Options []string `json:"options" doc:"How it can be read."`
	Example string   `json:"example,omitempty" doc:"A value as it is written." example:"1.200,50"`
	Value   string   `json:"value,omitempty" doc:"The same value as it is read." example:"1200.50"`
	Noted   bool     `json:"noted,omitempty" doc:"A note tells of it: people might have expected something else."`
}

// Chooser is a source that decides how its data is read, which people can change.
type Chooser interface {
	Choices() []ReadChoice
	// KeepReadings saves the readings of the configuration for the next time, and
	// returns the files that they are in.
	KeepReadings() ([]string, error)
}
