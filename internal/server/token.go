package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

// TokenHash is what is kept of a token. The token itself is shown once, to the
// person who started the server; it is random and long, so that its plain hash
// gives nothing away.
type TokenHash string

// NewToken makes a token.
func NewToken(random io.Reader) (token string, hash TokenHash, err error) {
	var b [32]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", "", fault.Wrap(err, fault.Internal, "no random numbers for a token: %v", err)
	}
	token = base64.RawURLEncoding.EncodeToString(b[:])
	return token, hashToken(token), nil
}

func hashToken(token string) TokenHash {
	sum := sha256.Sum256([]byte(token))
	return TokenHash("sha256:" + hex.EncodeToString(sum[:]))
}

// Matches compares in the same time whatever was given.
func (h TokenHash) Matches(token string) bool {
	given := hashToken(token)
	return token != "" && subtle.ConstantTimeCompare([]byte(given), []byte(h)) == 1
}

// ReadToken is the hash that was kept in a file, or "" if none was.
func ReadToken(path string) (TokenHash, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fault.Wrap(err, fault.Config, "%s cannot be read: %v", path, err)
	}
	text := strings.TrimSpace(string(b))
	digits, ok := strings.CutPrefix(text, "sha256:")
	if raw, err := hex.DecodeString(digits); !ok || err != nil || len(raw) != sha256.Size {
		return "", fault.New(fault.Config, "%s does not contain the hash of a token", path).WithHint("plumb start --token creates a new one")
	}
	return TokenHash(text), nil
}

// Keep writes the hash to a file that only its owner can read.
func (h TokenHash) Keep(path string) error {
	if err := ownfile.Replace(path, []byte(h+"\n")); err != nil {
		return fault.Wrap(err, fault.Config, "the token cannot be saved: %v", err)
	}
	return nil
}
