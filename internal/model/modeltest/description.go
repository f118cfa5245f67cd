package modeltest

import "testing"

func checkDescription(t testing.TB, r *Request, o Options) {}
