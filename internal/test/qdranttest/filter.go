package qdranttest

import (
	"slices"
	"strings"

	"github.com/qdrant/go-client/qdrant"
)

// holds says whether all of must hold, any of should (if there are some), and none of must
// not.
func holds(f *qdrant.Filter, payload map[string]*qdrant.Value) (bool, error) {
	if f.GetMinShould() != nil {
		return false, invalid("this server does not know min_should")
	}
	should := len(f.GetShould()) == 0
	for _, c := range f.GetShould() {
		ok, err := meets(c, payload)
		if err != nil {
			return false, err
		}
		should = should || ok
	}
	all := should
	for _, c := range f.GetMust() {
		ok, err := meets(c, payload)
		if err != nil {
			return false, err
		}
		all = all && ok
	}
	for _, c := range f.GetMustNot() {
		ok, err := meets(c, payload)
		if err != nil {
			return false, err
		}
		all = all && !ok
	}
	return all, nil
}

func meets(c *qdrant.Condition, payload map[string]*qdrant.Value) (bool, error) {
	switch c := c.GetConditionOneOf().(type) {
	case *qdrant.Condition_Filter:
		return holds(c.Filter, payload)
	case *qdrant.Condition_IsEmpty:
		value, err := lookUp(c.IsEmpty.GetKey(), payload)
		return value == nil, err
	case *qdrant.Condition_Field:
		value, err := lookUp(c.Field.GetKey(), payload)
		if err != nil {
			return false, err
		}
		return fits(c.Field, value)
	}
	return false, invalid("this server does not know the condition %v", c)
}

// fits says whether a value, nil for none, meets the one condition on its field.
func fits(c *qdrant.FieldCondition, value *qdrant.Value) (bool, error) {
	switch {
	case c.GetMatch() != nil:
		text, is := value.GetKind().(*qdrant.Value_StringValue)
		switch m := c.GetMatch().GetMatchValue().(type) {
		case *qdrant.Match_Keyword:
			return is && text.StringValue == m.Keyword, nil
		case *qdrant.Match_Keywords:
			return is && slices.Contains(m.Keywords.GetStrings(), text.StringValue), nil
		}
	case c.GetRange() != nil:
		n, is := value.GetKind().(*qdrant.Value_IntegerValue)
		if !is {
			return false, nil
		}
		x, r := float64(n.IntegerValue), c.GetRange()
		return (r.Lt == nil || x < *r.Lt) && (r.Lte == nil || x <= *r.Lte) && (r.Gt == nil || x > *r.Gt) && (r.Gte == nil || x >= *r.Gte), nil
	}
	return false, invalid("this server does not know the condition %v", c)
}

// path is a field's path in a payload. Names of other characters would have to be quoted.
func path(field string) ([]string, error) {
	parts := strings.Split(field, ".")
	for _, part := range parts {
		if part == "" || strings.Trim(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
			return nil, invalid("Wrong input: Invalid json path: '%s'", field)
		}
	}
	return parts, nil
}

// lookUp is the value of a field, or nil.
func lookUp(field string, payload map[string]*qdrant.Value) (*qdrant.Value, error) {
	parts, err := path(field)
	if err != nil {
		return nil, err
	}
	value := payload[parts[0]]
	for _, part := range parts[1:] {
		value = value.GetStructValue().GetFields()[part]
	}
	return value, nil
}
