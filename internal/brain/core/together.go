package core

import "runtime"

// together runs two functions at the same time, where there are two cores. A panic of
// either is one of the caller's goroutine, which knows what to do with it.
func together(one, other func()) {
	if runtime.GOMAXPROCS(0) == 1 { // taking turns would only cost time
		one()
		other()
		return
	}
	panicked := make(chan any, 1)
	go func() {
		defer func() { panicked <- recover() }()
		other()
	}()
	defer func() {
		if p := <-panicked; p != nil {
			panic(p)
		}
	}()
	one()
}
