//go:build !linux

package serve

func restrictable() bool { return false }

func hugeAllocationFails() bool { return false }
