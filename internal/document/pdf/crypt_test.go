package pdf_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/document/pdf"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/documenttest"
)

// lock encrypts as ISO 32000 says, with a password of users.
type lock struct {
	version, revision, bits int
	aes                     bool
	password                string
}

const (
	padding     = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"
	owner       = "0123456789abcdef0123456789ABCDEF"
	id          = "the id of a file"
	permissions = -44
)

// key is that of the file, and what proves the password.
func (l lock) key() (key []byte, proof string) {
	if l.revision >= 5 {
		return l.key256()
	}
	size := l.bits / 8
	text := (l.password + padding)[:32] + owner
	text = string(binary.LittleEndian.AppendUint32([]byte(text), uint32(permissions&0xffffffff))) + id
	sum := md5.Sum([]byte(text))
	if l.revision < 3 {
		return sum[:size], rc4Text(sum[:size], padding)
	}
	for range 50 {
		sum = md5.Sum(sum[:size])
	}
	key = sum[:size]
	check := md5.Sum([]byte(padding + id))
	proof = string(check[:])
	for i := range 20 {
		turned := make([]byte, size)
		for j := range turned {
			turned[j] = key[j] ^ byte(i)
		}
		proof = rc4Text(turned, proof)
	}
	return key, proof + strings.Repeat("\x00", 16)
}

func (l lock) key256() (key []byte, proof string) {
	key = []byte("0123456789abcdef0123456789ABCDEF")
	const check, salt = "checksum", "saltsalt"
	hash := l.hash
	return key, string(hash(l.password+check, l.password)) + check + salt + string(cbc(hash(l.password+salt, l.password), make([]byte, 16), string(key)))
}

// hash is that of revision 5, or of 6.
func (l lock) hash(text, password string) []byte {
	sum := sha256.Sum256([]byte(text))
	k := sum[:]
	if l.revision == 5 {
		return k
	}
	for round := 1; ; round++ {
		e := cbc(k[:16], k[16:32], strings.Repeat(password+string(k), 64))
		rest := 0
		for _, b := range e[:16] {
			rest = (rest*256 + int(b)) % 3
		}
		switch rest {
		case 0:
			s := sha256.Sum256(e)
			k = s[:]
		case 1:
			s := sha512.Sum384(e)
			k = s[:]
		case 2:
			s := sha512.Sum512(e)
			k = s[:]
		}
		if round >= 64 && int(e[len(e)-1]) <= round-32 {
			return k[:32]
		}
	}
}

func rc4Text(key []byte, data string) string {
	out := make([]byte, len(data))
	c, err := rc4.NewCipher(key)
	if err != nil {
		panic(err)
	}
	c.XORKeyStream(out, []byte(data))
	return string(out)
}

func cbc(key, start []byte, data string) []byte {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(data))
	cipher.NewCBCEncrypter(block, start).CryptBlocks(out, []byte(data))
	return out
}

// seal encrypts a string or stream of an object.
func (l lock) seal(number int, data string) string {
	key, _ := l.key()
	if l.revision < 5 {
		text := string(key) + string([]byte{byte(number), byte(number >> 8), byte(number >> 16), 0, 0})
		if l.aes {
			text += "sAlT"
		}
		sum := md5.Sum([]byte(text))
		key = sum[:min(len(key)+5, 16)]
	}
	if !l.aes {
		return rc4Text(key, data)
	}
	pad := 16 - len(data)%16
	start := []byte("an initial block")
	return string(start) + string(cbc(key, start, data+strings.Repeat(string(rune(pad)), pad)))
}

// file is an encrypted file with a title.
func (l lock) file() []byte {
	p := documenttest.Pages("")
	contents := p.Stream("", "")
	p.Set(7, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Contents %d 0 R >>", contents))
	sealed := l.seal(contents, show("F1", 72, 700, 12, "The secret text."))
	p.Set(contents, fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(sealed), sealed))
	info := p.Add("")
	p.Set(info, fmt.Sprintf("<< /Title <%x> >>", l.seal(info, "A sealed title")))
	_, proof := l.key()
	more, method := "", "V2"
	if l.version >= 4 {
		if l.aes {
			method = map[bool]string{true: "AESV3", false: "AESV2"}[l.version == 5]
		}
		more = "/CF << /StdCF << /CFM /" + method + " >> >> /StmF /StdCF /StrF /StdCF"
	}
	if l.revision >= 5 {
		more += fmt.Sprintf(" /UE <%x>", proof[48:])
		proof = proof[:48]
	}
	encrypt := p.Add(fmt.Sprintf("<< /Filter /Standard /V %d /R %d /Length %d /P %d /O <%x> /U <%x> %s >>", l.version, l.revision, l.bits, permissions, owner, proof, more))
	p.Trailer = fmt.Sprintf("/Root 1 0 R /Info %d 0 R /Encrypt %d 0 R /ID [<%x> <00>]", info, encrypt, id)
	return p.Bytes()
}

func TestEncrypted(t *testing.T) {
	for _, l := range []lock{
		{version: 1, revision: 2, bits: 40},
		{version: 2, revision: 3, bits: 128},
		{version: 4, revision: 4, bits: 128},
		{version: 4, revision: 4, bits: 128, aes: true},
		{version: 5, revision: 5, bits: 256, aes: true},
		{version: 5, revision: 6, bits: 256, aes: true},
	} {
		t.Run(fmt.Sprintf("%+v", l), func(t *testing.T) {
			d := mustRead(t, l.file())
			compare(t, d, "paragraph p1: The secret text.\n")
			if d.Title != "A sealed title" {
				t.Errorf("title %q", d.Title)
			}
			l.password = "hunter2"
			_, err := pdf.Read("plan.pdf", l.file())
			if f := fault.Of(err); err == nil || f.Code != fault.BadData || !strings.Contains(f.Message, "password") || !strings.Contains(f.Message, "plan.pdf") || f.Hint == "" {
				t.Errorf("with a password: %v", err)
			}
		})
	}
}

func TestUnknownEncryption(t *testing.T) {
	for _, dictionary := range []string{
		"<< /Filter /Adobe.PubSec /V 4 >>", "<< /Filter /Standard /V 9 >>", "<< /Filter /Standard >>", "17",
		"<< /Filter /Standard /V 5 /R 6 /U <00> >>", "<< /Filter /Standard /V 5 /R 4 /CF 3 /StmF /X >>", "<< /Filter /Standard /V 2 /R 3 /Length -8 /O 1 /U [] >>",
	} {
		p := hello()
		p.Trailer = fmt.Sprintf("/Root 1 0 R /Encrypt %d 0 R", p.Add(dictionary))
		if d := check(t, p.Bytes()); d != nil {
			t.Errorf("%s: was read", dictionary)
		}
	}
}
