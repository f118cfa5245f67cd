package ask

func (a *asker) followUp() (Example, bool) { return Example{}, false }
