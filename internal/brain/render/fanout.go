package render

// onceEach makes rows of which each counts once where a join would multiply
// them; nil when none does.
func (b *block) onceEach() *sel { return nil }
