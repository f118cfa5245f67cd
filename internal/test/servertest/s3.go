package servertest

import (
	"crypto/md5"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// S3 serves one bucket as S3 does, in pages of two keys.
type S3 struct {
	*Web
	mu    sync.Mutex
	files map[string]string
}

// ServeS3 starts a server with a bucket. AWS_ENDPOINT_URL names its URL.
func ServeS3(t testing.TB, bucket string, files map[string]string) *S3 {
	t.Helper()
	s := &S3{files: files}
	s.Web = Serve(t, func(w http.ResponseWriter, r *http.Request) {
		key, ok := strings.CutPrefix(r.URL.Path, "/"+bucket+"/")
		content, exists := s.get(key)
		switch {
		case !ok:
			refuseS3(w, "NoSuchBucket", "The specified bucket does not exist")
		case key == "":
			s.writeListing(w, r.URL.Query())
		case !exists:
			refuseS3(w, "NoSuchKey", "The specified key does not exist.")
		default:
			w.Header().Set("ETag", etag(content))
			fmt.Fprint(w, content)
		}
	})
	return s
}

// Put changes an object.
func (s *S3) Put(key, content string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[key] = content
}

// Remove removes an object.
func (s *S3) Remove(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.files, key)
}

func (s *S3) get(key string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	content, ok := s.files[key]
	return content, ok
}

func refuseS3(w http.ResponseWriter, code, message string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprintf(w, `<?xml version="1.0"?><Error><Code>%s</Code><Message>%s</Message></Error>`, code, message)
}

func (s *S3) writeListing(w http.ResponseWriter, q url.Values) {
	type object struct {
		Key, LastModified, ETag string
		Size                    int
	}
	page := struct {
		XMLName               xml.Name `xml:"ListBucketResult"`
		Contents              []object
		NextContinuationToken string `xml:",omitempty"`
	}{}
	s.mu.Lock()
	defer s.mu.Unlock()
	var keys []string
	for k := range s.files {
		if strings.HasPrefix(k, q.Get("prefix")) && k > q.Get("continuation-token") {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	if len(keys) > 2 {
		keys, page.NextContinuationToken = keys[:2], keys[1]
	}
	for _, k := range keys {
		page.Contents = append(page.Contents, object{k, "2026-01-02T03:04:05.000Z", etag(s.files[k]), len(s.files[k])})
	}
	w.Header().Set("Content-Type", "application/xml")
	_ = xml.NewEncoder(w).Encode(page) // the reader of the test fails without it
}

func etag(content string) string {
	sum := md5.Sum([]byte(content))
	return `"` + hex.EncodeToString(sum[:]) + `"`
}
