package guard

import "strings"

// SameTree reports whether two syntax trees in JSON differ in nothing but the
// places in the text that their nodes come from: numbers under the given keys.
// Where they differ otherwise, and reconcile is not nil, it may pass over what it
// knows to be the same; both texts end where the trees do.
func SameTree(a, b string, places []string, reconcile func(a, b string) (string, string, bool)) bool {
	keys := make([]string, len(places))
	for i, p := range places {
		keys[i] = `"` + p + `":`
	}
	for {
		n := alike(a, b, keys)
		a, b = a[n:], b[n:]
		if a == "" && b == "" {
			return true
		}
		var inA, inB, ok bool
		a, inA = passPlace(a, keys)
		b, inB = passPlace(b, keys)
		if inA || inB {
			continue
		}
		if reconcile == nil {
			return false
		}
		if a, b, ok = reconcile(a, b); !ok {
			return false
		}
	}
}

// alike is the length of what two trees begin with alike, up to the next
// place. A place comes behind a comma or an opening brace.
func alike(a, b string, keys []string) int {
	n := min(len(a), len(b))
	for i := range n {
		switch {
		case a[i] != b[i]:
			return i
		case a[i] != ',' && a[i] != '{':
		case atPlace(a[i+1:], keys) || atPlace(b[i+1:], keys):
			if a[i] == '{' {
				return i + 1
			}
			return i
		}
	}
	return n
}

func atPlace(s string, keys []string) bool {
	for _, k := range keys {
		if len(s) > 1 && s[1] == k[1] && strings.HasPrefix(s, k) {
			return true
		}
	}
	return false
}

// passPlace goes over a place, with the comma before or behind it, and reports
// whether there was one.
func passPlace(s string, keys []string) (string, bool) {
	rest, comma := strings.CutPrefix(s, ",")
	if !atPlace(rest, keys) {
		return s, false
	}
	_, rest, _ = strings.Cut(rest, ":")
	rest = strings.TrimLeft(rest, "-0123456789")
	if !comma {
		rest = strings.TrimPrefix(rest, ",")
	}
	return rest, true
}
