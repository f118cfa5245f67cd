package source

import (
	"context"
	"testing"
	"time"
)

func TestPatience(t *testing.T) {
	if got := Patient(t.Context(), time.Second); got != time.Second {
		t.Errorf("without patience a limit of 1s is %s", got)
	}
	patient, cancel := context.WithCancel(WithPatience(t.Context(), 60))
	defer cancel()
	if got := Patient(patient, time.Second); got != time.Minute {
		t.Errorf("with a patience of 60 a limit of 1s is %s", got)
	}
}
