package core

import "testing"

func TestTogether(t *testing.T) {
	var a, b int
	together(func() { a = 1 }, func() { b = 2 })
	if a != 1 || b != 2 {
		t.Errorf("got %d and %d", a, b)
	}
	nothing, fails := func() {}, func() { panic("wrong") }
	for _, pair := range [][2]func(){{nothing, fails}, {fails, nothing}} {
		func() {
			defer func() {
				if p := recover(); p != "wrong" {
					t.Errorf("the caller got %v", p)
				}
			}()
			together(pair[0], pair[1])
		}()
	}
}
