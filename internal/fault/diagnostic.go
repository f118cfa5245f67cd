package fault

// Severity ranks a diagnostic.
type Severity string

const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Diagnostic is a finding that accompanies a result instead of replacing
// it: a truncated table, a stale schema, a document that contradicts another.
type Diagnostic struct {
	Severity Severity `json:"severity"`
	Code     Code     `json:"code"`
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`
	File     string   `json:"file,omitempty"`
	Line     int      `json:"line,omitempty"`
}

// Diagnostic turns the fault into a finding of the given severity.
func (f *Fault) Diagnostic(s Severity) Diagnostic {
	return Diagnostic{Severity: s, Code: f.Code, Message: f.Message, Hint: f.Hint}
}
