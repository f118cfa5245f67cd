package inside

import (
	"golang.org/x/sys/unix"
)

// A seccomp filter is a program for the kernel's packet filter: for each system
// call it decides by number and arguments. What no rule allows is refused.

// rule says what happens to a system call whose arguments meet the conditions.
type rule struct {
	call   uintptr
	when   []condition
	action uint32
}

// condition is about the low half of an argument: what remains of it under the
// mask must be the value.
type condition struct {
	argument    int
	mask, value uint32
}

// Offsets in struct seccomp_data.
const (
	offsetCall      = 0
	offsetArch      = 4
	offsetArguments = 16
)

const (
	actionAllow  = unix.SECCOMP_RET_ALLOW
	actionRefuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	actionAbsent = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	actionKill   = unix.SECCOMP_RET_KILL_PROCESS
	actionAsk    = unix.SECCOMP_RET_USER_NOTIF
)

func allow(call uintptr, when ...condition) rule { return rule{call, when, actionAllow} }

func is(argument int, value uint32) condition {
	return condition{argument: argument, mask: ^uint32(0), value: value}
}

// lacks means that none of the bits are set.
func lacks(argument int, bits uint32) condition { return condition{argument: argument, mask: bits} }

// compile makes the program. Of several rules for one call the first whose
// conditions are met counts.
func compile(rules []rule) []unix.SockFilter {
	program := []unix.SockFilter{
		load(offsetArch),
		jump(unix.BPF_JEQ, auditArch, 1, 0),
		give(actionKill),
		load(offsetCall),
		// Numbers of another set of calls on the same architecture (x32).
		jump(unix.BPF_JGE, foreignCalls, 0, 1),
		give(actionKill),
	}
	for _, r := range rules {
		program = append(program, r.compile()...)
	}
	return append(program, give(actionRefuse))
}

func (r rule) compile() []unix.SockFilter {
	var body []unix.SockFilter
	for _, c := range r.when {
		offset := uint32(offsetArguments + 8*c.argument)
		body = append(body, load(offset),
			unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: c.mask},
			jump(unix.BPF_JEQ, c.value, 0, 0)) // where to is filled in below
	}
	body = append(body, give(r.action))
	const perCondition = 3
	for i := range r.when {
		at := perCondition*i + perCondition - 1
		body[at].Jf = uint8(len(body) - at - 1)
	}
	if len(r.when) > 0 { // the next rule looks at the number again
		body = append(body, load(offsetCall))
	}
	// After an action nothing follows, so only a rule that does not apply comes to
	// the end of its body; one for another call jumps over it.
	return append([]unix.SockFilter{jump(unix.BPF_JEQ, uint32(r.call), 0, uint8(len(body)))}, body...)
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func jump(test uint16, value uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, Jt: yes, Jf: no, K: value}
}

func give(action uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: action}
}
