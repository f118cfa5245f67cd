//go:build !linux

package testbed

import "syscall"

func signalOnDeath(*syscall.SysProcAttr, syscall.Signal) {}
