package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// sendBuffer bounds what the system holds for a client that does not read:
// together with what is being written, less than a megabyte.
const sendBuffer = 256 << 10

// farewell is how long streams may take to end once they are told to.
const farewell = 2 * time.Second

// lastEvents is how long streams have to send how the last questions ended.
// Whoever misses it finds it in the log.
const lastEvents = 300 * time.Millisecond

// Serve answers on a listener until the context ends, then ends in order: no
// new connection is taken, running questions may finish, and whoever follows
// them sees how; then streams end, and the desk is closed.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	web := s.web()
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(l) }()
	select {
	case err := <-failed:
		return errors.Join(err, s.shutDown(context.WithoutCancel(ctx), web))
	case <-ctx.Done():
	}
	return s.shutDown(context.WithoutCancel(ctx), web)
}

// web is the listener's side: it gives nobody much time to say what they want.
func (s *Server) web() *http.Server {
	return &http.Server{
		Handler:           s.handler,
		ReadHeaderTimeout: s.limits.Head,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return s.life },
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			if tcp, ok := c.(*net.TCPConn); ok {
				_ = tcp.SetWriteBuffer(sendBuffer) // a wish; the system has its own bounds
			}
			return ctx
		},
	}
}

func (s *Server) shutDown(ctx context.Context, web *http.Server) error {
	s.draining.Store(true)
	running, cancelRunning := context.WithTimeout(ctx, s.limits.Drain)
	defer cancelRunning()
	open, cancelOpen := context.WithTimeout(ctx, s.limits.Drain+farewell)
	defer cancelOpen()
	stopped := make(chan error, 1)
	go func() { stopped <- web.Shutdown(open) }()
	err := s.status.Close(running)
	if s.streams.Load() > 0 {
		time.Sleep(lastEvents)
	}
	s.close()
	if <-stopped != nil { // somebody still holds on
		_ = web.Close()
	}
	s.sockets.Wait()
	s.tracing.Wait()
	s.options.Traces.flush()
	return err
}
