package inside

import (
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// execOnce replaces this process by another program. The filter asks about every
// execve on the listener, and a thread of this process answers yes. The listener is
// closed with this program, and then the kernel refuses every further execve,
// because there is nobody to ask. Without a listener the filter does not ask.
func execOnce(listener int, program string, arguments []string) error {
	arguments = append([]string{program}, arguments...)
	if listener < 0 {
		return syscall.Exec(program, arguments, nil)
	}
	const threads = 4 // one waits in execve, one in ioctl
	runtime.GOMAXPROCS(threads)
	unix.CloseOnExec(listener)
	ready := make(chan struct{})
	go func() {
		runtime.LockOSThread()
		close(ready)
		for answerYes(listener) {
		}
	}()
	<-ready
	return syscall.Exec(program, arguments, nil)
}

// notification and response are struct seccomp_notif and seccomp_notif_resp.
type notification struct {
	id    uint64
	pid   uint32
	flags uint32
	data  [64]byte
}

type response struct {
	id    uint64
	value int64
	errno int32
	flags uint32
}

// answerYes answers one question of the filter. A call that a signal interrupts is
// asked about again, so an answer may come too late.
func answerYes(listener int) bool {
	var n notification
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(listener), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&n))); errno != 0 {
		return errno == unix.EINTR || errno == unix.ENOENT
	}
	r := response{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(listener), unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&r)))
	return errno == 0 || errno == unix.EINTR || errno == unix.ENOENT
}
