package talk

import "slices"

// AnswerModes are all modes of answering.
func AnswerModes() []string { return []string{AllIn, ChatRAG, DataAnalyst} }

// IsAnswerMode is true for a mode of answering.
func IsAnswerMode(mode string) bool { return slices.Contains(AnswerModes(), mode) }

// AnswerBy lets one copy of a conversation answer by another mode. Its Mode must be its own.
func (t *Talk) AnswerBy(mode string) {
	t.Knowledge.Mode = mode
	if p, ok := t.Mode.Planner.(documentsPlanner); ok {
		p.talk = t
		t.Mode.Planner = p
	}
}
