package pdf

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"errors"
)

// Many files are encrypted with an empty password, so that programs can ask people not to
// print them. Everybody can read these. With another password only its holder can.

var (
	errPassword = errors.New("it is protected with a password")
	errCrypt    = errors.New("it is encrypted in a way that Plumb does not know")
)

const (
	methodRC4 = iota
	methodAES
	methodNone
)

// crypt decrypts the strings and streams of a file; nil has nothing to do.
type crypt struct {
	key      []byte
	revision int
	strMode  int
	stmMode  int
	metadata bool
}

const padding = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"

// unlock prepares the reading of an encrypted file.
func (f *file) unlock() error {
	if f.trailer["Encrypt"] == nil {
		return nil
	}
	d, ok := f.resolve(f.trailer["Encrypt"]).(dict)
	if !ok {
		return errCrypt
	}
	if filter, _ := f.resolve(d["Filter"]).(name); filter != "Standard" {
		return errPassword // a certificate, or the server of a publisher
	}
	number := func(key name, otherwise int) int {
		if n, ok := f.resolve(d[key]).(float64); ok {
			return int(n)
		}
		return otherwise
	}
	text := func(key name) []byte { s, _ := f.resolve(d[key]).(str); return []byte(s) }
	version := number("V", 0)
	c := &crypt{revision: number("R", 0), metadata: f.resolve(d["EncryptMetadata"]) != false}
	length := number("Length", 40) / 8
	switch version {
	case 1:
		length = 5
	case 2, 3:
	case 4, 5:
		filters, _ := f.resolve(d["CF"]).(dict)
		mode := func(key name) int {
			which, ok := f.resolve(d[key]).(name)
			if !ok || which == "Identity" {
				return methodNone
			}
			cf, _ := f.resolve(filters[which]).(dict)
			switch m, _ := f.resolve(cf["CFM"]).(name); m {
			case "AESV2", "AESV3":
				return methodAES
			case "V2":
				return methodRC4
			}
			return methodNone
		}
		c.strMode, c.stmMode = mode("StrF"), mode("StmF")
		length = 16
	default:
		return errCrypt
	}
	id := []byte{}
	if list := f.list(f.trailer["ID"]); len(list) > 0 {
		s, _ := f.resolve(list[0]).(str)
		id = []byte(s)
	}
	var ok2 bool
	if c.revision >= 5 {
		ok2 = c.unlock256(text("U"), text("UE"))
	} else {
		ok2 = c.unlockOld(text("O"), text("U"), id, uint32(number("P", 0)), min(max(length, 5), 16))
	}
	if !ok2 {
		return errPassword
	}
	f.crypt = c
	f.objects = map[int]object{} // with encrypted strings
	f.unpacked, f.streamIDs = map[int][]object{}, map[int][]int{}
	return nil
}

// unlockOld makes the key of the empty password, up to AES with 128 bits.
func (c *crypt) unlockOld(owner, user, id []byte, permissions uint32, length int) bool {
	h := md5.New()
	h.Write([]byte(padding))
	h.Write(owner[:min(len(owner), 32)])
	_ = binary.Write(h, binary.LittleEndian, permissions) // a hash takes all
	h.Write(id)
	if c.revision >= 4 && !c.metadata {
		h.Write([]byte{255, 255, 255, 255})
	}
	key := h.Sum(nil)
	if c.revision >= 3 {
		for range 50 {
			sum := md5.Sum(key[:length])
			key = sum[:]
		}
	}
	c.key = key[:length]
	if c.revision < 3 {
		return bytes.Equal(rc4Of(c.key, []byte(padding)), user)
	}
	h = md5.New()
	h.Write([]byte(padding))
	h.Write(id)
	check := rc4Of(c.key, h.Sum(nil))
	for i := 1; i <= 19; i++ {
		k := make([]byte, length)
		for j := range k {
			k[j] = c.key[j] ^ byte(i)
		}
		check = rc4Of(k, check)
	}
	return len(user) >= 16 && bytes.Equal(check, user[:16])
}

// unlock256 makes the key of the empty password for AES with 256 bits.
func (c *crypt) unlock256(user, encrypted []byte) bool {
	if len(user) < 48 || len(encrypted) < 32 {
		return false
	}
	hash := func(salt []byte) []byte {
		if c.revision == 5 {
			sum := sha256.Sum256(salt)
			return sum[:]
		}
		return hash2B(salt)
	}
	if !bytes.Equal(hash(user[32:40]), user[:32]) {
		return false
	}
	block, err := aes.NewCipher(hash(user[40:48]))
	if err != nil {
		return false
	}
	c.key = make([]byte, 32)
	cipher.NewCBCDecrypter(block, make([]byte, aes.BlockSize)).CryptBlocks(c.key, encrypted[:32])
	return true
}

// hash2B is the hash of ISO 32000-2 for the empty password.
func hash2B(salt []byte) []byte {
	sum := sha256.Sum256(salt)
	k := sum[:]
	for i := 0; ; i++ {
		k1 := bytes.Repeat(k, 64)
		block, err := aes.NewCipher(k[:16])
		if err != nil {
			return nil
		}
		e := make([]byte, len(k1))
		cipher.NewCBCEncrypter(block, k[16:32]).CryptBlocks(e, k1)
		rest := 0
		for _, b := range e[:16] {
			rest += int(b)
		}
		switch rest % 3 {
		case 0:
			s := sha256.Sum256(e)
			k = s[:]
		case 1:
			s := sha512.Sum384(e)
			k = s[:]
		default:
			s := sha512.Sum512(e)
			k = s[:]
		}
		if i >= 63 && int(e[len(e)-1]) <= i-32 {
			return k[:32]
		}
	}
}

func rc4Of(key, data []byte) []byte {
	out := make([]byte, len(data))
	if r, err := rc4.NewCipher(key); err == nil {
		r.XORKeyStream(out, data)
	}
	return out
}

func (c *crypt) decrypt(data []byte, mode int, id ref) []byte {
	if mode == methodNone {
		return data
	}
	key := c.key
	if c.revision < 5 {
		h := md5.New()
		h.Write(c.key)
		h.Write([]byte{byte(id.number), byte(id.number >> 8), byte(id.number >> 16), byte(id.generation), byte(id.generation >> 8)})
		if mode == methodAES {
			h.Write([]byte("sAlT"))
		}
		key = h.Sum(nil)[:min(len(c.key)+5, 16)]
	}
	if mode == methodRC4 {
		return rc4Of(key, data)
	}
	block, err := aes.NewCipher(key)
	if err != nil || len(data) < 2*aes.BlockSize {
		return nil
	}
	body := data[aes.BlockSize : len(data)-len(data)%aes.BlockSize]
	out := make([]byte, len(body))
	cipher.NewCBCDecrypter(block, data[:aes.BlockSize]).CryptBlocks(out, body)
	if pad := int(out[len(out)-1]); pad <= aes.BlockSize {
		out = out[:len(out)-pad]
	}
	return out
}

// strings decrypts the strings in an object.
func (c *crypt) strings(o object, id ref) object {
	if c == nil {
		return o
	}
	switch o := o.(type) {
	case str:
		return str(c.decrypt([]byte(o), c.strMode, id))
	case array:
		for i := range o {
			o[i] = c.strings(o[i], id)
		}
	case dict:
		for k := range o {
			o[k] = c.strings(o[k], id)
		}
	case *stream:
		c.strings(o.dict, o.number)
	}
	return o
}

// stream is the content of a stream, still packed.
func (c *crypt) stream(s *stream) []byte {
	if c == nil || s.dict["Type"] == name("XRef") || s.dict["Type"] == name("Metadata") && !c.metadata {
		return s.raw
	}
	return c.decrypt(s.raw, c.stmMode, s.number)
}
