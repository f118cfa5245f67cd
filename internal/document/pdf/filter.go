package pdf

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"errors"
	"io"
)

var errPicture = errors.New("it is a picture")

const maxFilters = 8

// decode unpacks a stream.
func (f *file) decode(s *stream) ([]byte, error) {
	data := f.crypt.stream(s)
	filters := f.list(s.dict["Filter"])
	parameters := f.list(s.dict["DecodeParms"])
	if len(filters) > maxFilters {
		return nil, errSyntax
	}
	if len(filters) == 0 { // what is read again and again counts, too
		f.left -= len(data)
	}
	for i, o := range filters {
		filter, _ := f.resolve(o).(name)
		var p dict
		if i < len(parameters) {
			p, _ = f.resolve(parameters[i]).(dict)
		}
		var err error
		if data, err = f.unfilter(filter, p, data); err != nil {
			return nil, err
		}
		if f.left -= len(data); f.left < 0 {
			break
		}
	}
	if f.left < 0 {
		return nil, errLarge
	}
	return data, nil
}

// form is what a form draws. Many pages may draw the same one, such as a letterhead.
func (f *file) form(s *stream) ([]byte, error) {
	if data, ok := f.forms[s]; ok {
		return data, nil
	}
	data, err := f.decode(s)
	if err == nil && f.kept+len(data) <= maxKept {
		f.forms[s], f.kept = data, f.kept+len(data)
	}
	return data, err
}

// list is an array, or a single object as one.
func (f *file) list(o object) array {
	switch o := f.resolve(o).(type) {
	case nil:
		return nil
	case array:
		return o
	default:
		return array{o}
	}
}

func (f *file) unfilter(filter name, p dict, data []byte) ([]byte, error) {
	switch filter {
	case "FlateDecode", "Fl":
		return f.predict(p, inflate(data, f.left))
	case "LZWDecode", "LZW":
		early := 1
		if n, ok := f.resolve(p["EarlyChange"]).(float64); ok {
			early = int(n)
		}
		return f.predict(p, unpackLZW(data, early, f.left))
	case "ASCIIHexDecode", "AHx":
		return decodeHex(data), nil
	case "ASCII85Decode", "A85":
		return decode85(data), nil
	case "RunLengthDecode", "RL":
		return unpackRuns(data, f.left), nil
	case "Crypt":
		return data, nil
	}
	return nil, errPicture
}

// inflate unpacks what can be: of damaged streams, the begin.
func inflate(data []byte, most int) []byte {
	var r io.Reader
	if z, err := zlib.NewReader(bytes.NewReader(data)); err == nil {
		r = z
	} else if len(data) > 2 {
		r = flate.NewReader(bytes.NewReader(data[2:]))
	} else {
		return nil
	}
	var out bytes.Buffer
	_, _ = io.Copy(&out, io.LimitReader(r, int64(most)+1)) // what came before an error counts
	return out.Bytes()
}

func unpackLZW(data []byte, early, most int) []byte {
	const clear, end, longest = 256, 257, 4096
	type item struct {
		prefix int
		last   byte
		length int
	}
	table := make([]item, longest)
	for i := range 256 {
		table[i] = item{-1, byte(i), 1}
	}
	next, width, previous := end+1, 9, -1
	bits, count := 0, 0
	var out []byte
	write := func(code int) byte {
		n := table[code].length
		at := len(out) + n
		out = append(out, make([]byte, n)...)
		for c := code; c >= 0 && n > 0; n-- {
			at--
			out[at] = table[c].last
			c = table[c].prefix
		}
		return out[at]
	}
	for _, b := range data {
		bits, count = bits<<8|int(b), count+8
		if count < width {
			continue
		}
		code := bits >> (count - width) & (1<<width - 1)
		count -= width
		bits &= 1<<count - 1
		switch {
		case code == end || len(out) > most:
			return out
		case code == clear:
			next, width, previous = end+1, 9, -1
			continue
		case previous < 0:
			if code > 255 {
				return out
			}
			write(code)
		case code < next:
			first := write(code)
			if next < longest {
				table[next] = item{previous, first, table[previous].length + 1}
				next++
			}
		case code == next && next < longest:
			c := previous
			for table[c].prefix >= 0 {
				c = table[c].prefix
			}
			table[next] = item{previous, table[c].last, table[previous].length + 1}
			next++
			write(code)
		default:
			return out
		}
		previous = code
		switch {
		case next+early >= 2048:
			width = 12
		case next+early >= 1024:
			width = 11
		case next+early >= 512:
			width = 10
		}
	}
	return out
}

func decode85(data []byte) []byte {
	out := make([]byte, 0, len(data)*4/5)
	var group [5]byte
	n := 0
	flush := func(size int) {
		v := uint32(0)
		for _, b := range group {
			v = v*85 + uint32(b)
		}
		four := [4]byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)}
		out = append(out, four[:size]...)
	}
	for _, b := range bytes.TrimPrefix(data, []byte("<~")) {
		switch {
		case b == '~':
			data = nil
		case b == 'z' && n == 0:
			out = append(out, 0, 0, 0, 0)
		case b >= '!' && b <= 'u':
			if group[n], n = b-'!', n+1; n == len(group) {
				flush(4)
				n = 0
			}
		}
		if data == nil {
			break
		}
	}
	if n > 1 {
		for i := n; i < len(group); i++ {
			group[i] = 84
		}
		flush(n - 1)
	}
	return out
}

func unpackRuns(data []byte, most int) []byte {
	var out []byte
	for len(data) > 0 && len(out) <= most {
		n := int(data[0])
		switch {
		case n == 128:
			return out
		case n < 128:
			end := min(n+2, len(data))
			out, data = append(out, data[1:end]...), data[end:]
		case len(data) < 2:
			return out
		default:
			out, data = append(out, bytes.Repeat(data[1:2], 257-n)...), data[2:]
		}
	}
	return out
}

// predict undoes what makes rows of bytes similar.
func (f *file) predict(p dict, data []byte) ([]byte, error) {
	number := func(key name, otherwise int) int {
		if n, ok := f.resolve(p[key]).(float64); ok && n > 0 && n < 1<<20 {
			return int(n)
		}
		return otherwise
	}
	predictor := number("Predictor", 1)
	if predictor == 1 {
		return data, nil
	}
	colors, bits, columns := number("Colors", 1), number("BitsPerComponent", 8), number("Columns", 1)
	if colors > 64 || bits > 32 {
		return nil, errSyntax
	}
	pixel, size := max(colors*bits/8, 1), min((colors*bits*columns+7)/8, max(len(data), 1))
	if predictor == 2 {
		for row := data; len(row) >= size && bits == 8; row = row[size:] {
			for i := pixel; i < size; i++ {
				row[i] += row[i-pixel]
			}
		}
		return data, nil
	}
	out := make([]byte, 0, len(data))
	above := make([]byte, size)
	for len(data) > 1 {
		kind, row := data[0], make([]byte, size)
		data = data[1+copy(row, data[1:]):]
		unpredict(kind, row, above, pixel)
		out = append(out, row...)
		above = row
	}
	return out, nil
}

func unpredict(kind byte, row, above []byte, pixel int) {
	for i := range row {
		var left, corner byte
		if i >= pixel {
			left, corner = row[i-pixel], above[i-pixel]
		}
		switch kind {
		case 1:
			row[i] += left
		case 2:
			row[i] += above[i]
		case 3:
			row[i] += byte((int(left) + int(above[i])) / 2)
		case 4:
			row[i] += paeth(int(left), int(above[i]), int(corner))
		}
	}
}

func paeth(a, b, c int) byte {
	abs := func(n int) int { return max(n, -n) }
	pa, pb, pc := abs(b-c), abs(a-c), abs(a+b-2*c)
	switch {
	case pa <= pb && pa <= pc:
		return byte(a)
	case pb <= pc:
		return byte(b)
	}
	return byte(c)
}
