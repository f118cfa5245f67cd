//go:build !linux

package worker

func restrictable() bool { return false }

func hugeAllocationFails() bool { return false }
