package source

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// Form says what a driver needs to know, so that pages, messages and help say
// the same.
type Form struct {
	Title      string
	Help       string
	Properties []Property
	// DSN is the address that a form means whose values fit the properties.
	DSN func(values map[string]string) string
}

// Property is a field of a form.
type Property struct {
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Kind        string   `json:"kind" enum:"text,password,number,path,choice,flag"`
	Required    bool     `json:"required"`
	Default     string   `json:"default,omitempty"`
	Placeholder string   `json:"placeholder,omitempty"`
	Help        string   `json:"help,omitempty"`
	Options     []string `json:"options,omitempty"`
	Folder      bool     `json:"folder,omitempty" doc:"A path may be that of a folder."`
}

// maxValue bounds what is typed into a field.
const maxValue = 4096

// Address checks a form that was filled in, and is the address that it means.
func (f Form) Address(values map[string]string) (string, error) {
	checked := map[string]string{}
	for _, p := range f.Properties {
		v := values[p.Name]
		if p.Kind != "password" {
			v = strings.TrimSpace(v)
		}
		if v == "" {
			v = p.Default
		}
		_, err := strconv.Atoi(v)
		switch {
		case v == "" && p.Required:
			return "", fault.New(fault.Usage, "%s is missing", p.Title).WithHint("%s", p.Help)
		case len(v) > maxValue || strings.ContainsAny(v, "\x00\r\n"):
			return "", fault.New(fault.Usage, "%s is too long, or has more than one line", p.Title).WithHint("%s", p.Help)
		case v != "" && p.Kind == "number" && err != nil:
			return "", fault.New(fault.Usage, "%s takes a number", p.Title).WithHint("%s", p.Help)
		case v != "" && p.Kind == "choice" && !slices.Contains(p.Options, v):
			return "", fault.New(fault.Usage, "%s cannot be %.40q", p.Title, v).WithHint("choose one of: %s", strings.Join(p.Options, ", "))
		}
		checked[p.Name] = v
	}
	for name := range values {
		if _, ok := checked[name]; !ok {
			var known []string
			for _, p := range f.Properties {
				known = append(known, p.Name)
			}
			return "", fault.New(fault.Usage, "there is no field %.40q", name).WithHint("%s", fault.DidYouMean(name, "fields", known))
		}
	}
	return f.DSN(checked), nil
}
