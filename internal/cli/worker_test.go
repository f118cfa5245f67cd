package cli

import "testing"

func TestMain(m *testing.M) {
	RunWorkerIfAsked()
	m.Run()
}
