package wire

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestFramesComeOutAsTheyWentIn(t *testing.T) {
	var pipe bytes.Buffer
	frame := append(Begin([]byte("old content"), Rows), "some rows"...)
	if Empty(frame) || !Empty(Begin(frame, Rows)) {
		t.Error("Empty is wrong")
	}
	frame = append(Begin(frame, Rows), "some rows"...)
	if err := errors.Join(Send(&pipe, frame), SendJSON(&pipe, Cancel, Stop{ID: 7}), SendJSON(&pipe, End, nil)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		kind    Kind
		payload string
	}{{Rows, "some rows"}, {Cancel, `{"id":7}`}, {End, ""}} {
		kind, payload, err := Receive(&pipe, 100)
		if err != nil || kind != want.kind || string(payload) != want.payload {
			t.Errorf("got %c %q, %v; want %c %q", kind, payload, err, want.kind, want.payload)
		}
	}
	if _, _, err := Receive(&pipe, 100); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

func TestReceiveRefuses(t *testing.T) {
	if _, _, err := Receive(strings.NewReader("\xff\xff\xff\xffr"), 1<<20); err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a frame over the limit gives %v", err)
	}
	if _, _, err := Receive(strings.NewReader("\x05\x00\x00\x00rabc"), 1<<20); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a frame that is cut off gives %v", err)
	}
}

func FuzzReceive(f *testing.F) {
	f.Add([]byte("\x02\x00\x00\x00r{}"))
	f.Add([]byte("\xff\xff\xff\xffq"))
	f.Fuzz(func(t *testing.T, in []byte) {
		const limit = 1 << 16
		_, payload, err := Receive(bytes.NewReader(in), limit)
		if err == nil && (len(payload) > limit || len(payload) > len(in)) {
			t.Errorf("%d bytes came out of %d", len(payload), len(in))
		}
	})
}
