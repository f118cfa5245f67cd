package notebook

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestFilesFitTheSchema(t *testing.T) {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("notebook.json", v); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("notebook.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range map[string]*Notebook{"report": report(), "hostile": hostile(), "empty": {Name: "Empty"}} {
		b, err := n.Canonical()
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
