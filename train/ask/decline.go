package ask

func (a *asker) declined() (Example, bool) { return Example{}, false }
