package core

// together runs two functions at the same time. A panic of either is one of the
// caller's goroutine, which knows what to do with it.
func together(one, other func()) {
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
