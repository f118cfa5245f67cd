// Package qdrant keeps vectors in a Qdrant server, by its official client.
//
// It was tested against a scripted server only, which implements Qdrant's service as its
// documentation describes it (see test/qdranttest); no real one could be had. A search is as
// exact as the server's index, of which it asks for more care than usual. Other than the
// other stores, a server may let a search see a part of an Upsert that is under way.
package qdrant

import (
	"cmp"
	"context"
	"crypto/tls"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/vector"
)

// Options say where the server is.
type Options struct {
	Address string // https://host:6334, or http:// on this machine
	Key     string // the API key, if the server wants one
}

const (
	defaultPort = 6334
	// patience is how long a request may take; a large Upsert is on disk when it is
	// answered.
	patience = 2 * time.Minute
	prefix   = "plumb_" // of the names of collections
	// mostIndexed is how many labels of a collection get an index; those beyond are
	// filtered without.
	mostIndexed = 64
)

// Store is the collections of a server whose names have the prefix.
type Store struct {
	client *qdrant.Client
	place  string // the server, for messages

	mu          sync.Mutex
	collections map[string]collection // what is known of them
	closed      bool
}

// collection is what does not change about a collection once it is so.
type collection struct {
	dimensions int
	indexed    map[string]bool // fields of the payload
}

var _ vector.Store = (*Store)(nil)

// Open connects, and finds out whether the server answers.
func Open(ctx context.Context, o Options) (*Store, error) {
	config, err := configure(o)
	if err != nil {
		return nil, err
	}
	client, err := qdrant.NewClient(config)
	s := &Store{client: client, place: net.JoinHostPort(config.Host, strconv.Itoa(config.Port)), collections: map[string]collection{}}
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	if err := s.call(ctx, func(ctx context.Context) error {
		_, err := client.CollectionExists(ctx, prefix)
		return err
	}); err != nil {
		_ = client.Close() // of which nothing was used
		return nil, err
	}
	return s, nil
}

func configure(o Options) (*qdrant.Config, error) {
	u, err := url.Parse(o.Address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return nil, fault.New(fault.Config, "the address of the Qdrant server is not valid").
			WithHint("write https://host:6334, the port being that of gRPC; the key is no part of the address")
	}
	port := defaultPort
	if text := u.Port(); text != "" {
		if port, err = strconv.Atoi(text); err != nil {
			return nil, fault.New(fault.Config, "the port of the Qdrant server is not valid: %.10q", text)
		}
	}
	if u.Scheme == "http" && o.Key != "" && !onThisMachine(u.Hostname()) {
		return nil, fault.New(fault.Config, "the API key would be sent to %s in clear text", u.Host).WithHint("write the address of the Qdrant server with https")
	}
	withKey := func(ctx context.Context, method string, request, reply any, c *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption) error {
		if o.Key != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, "api-key", o.Key)
		}
		return invoke(ctx, method, request, reply, c, options...)
	}
	return &qdrant.Config{
		Host: u.Hostname(), Port: port, UseTLS: u.Scheme == "https", TLSConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		PoolSize: 1, KeepAliveTime: -1, SkipCompatibilityCheck: true,
		// The client itself would print a warning where the key stays on this machine.
		GrpcOptions: []grpc.DialOption{grpc.WithChainUnaryInterceptor(withKey)},
	}, nil
}

func onThisMachine(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// Close waits for nothing: what is under way fails.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.client.Close()
}

// call makes a request.
func (s *Store) call(ctx context.Context, request func(ctx context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return fault.Of(err)
	}
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return fault.New(fault.Store, "the store of vectors is closed")
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return s.fault(ctx, request(ctx))
}

// fault turns what the server or the connection reports into a fault.
func (s *Store) fault(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return fault.Of(ctx.Err())
	}
	answer := status.Convert(err)
	if inner, ok := status.FromError(unwrap(err)); ok {
		answer = inner
	}
	switch answer.Code() {
	case codes.NotFound: // somebody has removed a collection
		s.mu.Lock()
		clear(s.collections)
		s.mu.Unlock()
	case codes.Unavailable:
		return fault.Wrap(err, fault.Connect, "no connection to the Qdrant server at %s, which keeps the vectors", s.place).
			WithHint("check that it runs, and that the address has the port of gRPC, usually 6334, and https if it wants TLS")
	case codes.Unauthenticated, codes.PermissionDenied:
		return fault.Wrap(err, fault.Connect, "the Qdrant server at %s does not accept the API key", s.place).
			WithHint("check the variable that holds the key, and that the key may write")
	case codes.ResourceExhausted:
		return fault.Wrap(err, fault.StoreFull, "the Qdrant server at %s takes no more: %.300s", s.place, answer.Message()).
			WithHint("try again later, or give the server more memory or disk")
	}
	return fault.Wrap(err, fault.Store, "the Qdrant server at %s did not do what the vectors need: %.300s (%s)", s.place, answer.Message(), answer.Code()).
		WithHint("check its log, and that it is version 1.10 or newer")
}

// unwrap is the error of gRPC inside the client's.
func unwrap(err error) error {
	if inner, ok := err.(interface{ Unwrap() error }); ok {
		return inner.Unwrap()
	}
	return err
}

// describe finds out about a collection; its dimensions are 0 if it is not there.
func (s *Store) describe(ctx context.Context, name string) (collection, error) {
	s.mu.Lock()
	known, ok := s.collections[name]
	s.mu.Unlock()
	if ok {
		return known, nil
	}
	err := s.call(ctx, func(ctx context.Context) error {
		info, err := s.client.GetCollectionInfo(ctx, prefix+name)
		if status.Code(unwrap(err)) == codes.NotFound {
			return nil
		}
		known.dimensions = int(info.GetConfig().GetParams().GetVectorsConfig().GetParams().GetSize())
		known.indexed = map[string]bool{}
		for field := range info.GetPayloadSchema() {
			known.indexed[field] = true
		}
		return err
	})
	if err == nil && known.dimensions > 0 {
		s.remember(name, known)
	}
	return known, err
}

func (s *Store) remember(name string, known collection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.collections[name] = known
}

// Upsert is one request, which the server applies whole.
func (s *Store) Upsert(ctx context.Context, name string, points []vector.Point) error {
	if err := vector.CheckUpsert(name, points); err != nil || len(points) == 0 {
		return err
	}
	known, err := s.describe(ctx, name)
	if err == nil && known.dimensions == 0 {
		known, err = s.create(ctx, name, len(points[0].Vector))
	}
	if err != nil {
		return err
	}
	if known.dimensions != len(points[0].Vector) {
		return vector.Mismatch(name, known.dimensions, len(points[0].Vector))
	}
	if err := s.makeIndexes(ctx, name, known, points); err != nil {
		return err
	}
	request := &qdrant.UpsertPoints{CollectionName: prefix + name, Wait: qdrant.PtrOf(true)}
	last := map[string]int{}
	for i, p := range points {
		last[pointID(p.Owner, p.ID)] = i
	}
	for i, p := range points {
		if id := pointID(p.Owner, p.ID); last[id] == i {
			request.Points = append(request.Points, &qdrant.PointStruct{Id: qdrant.NewIDUUID(id), Vectors: qdrant.NewVectorsDense(p.Vector), Payload: payload(p)})
		}
	}
	return s.call(ctx, func(ctx context.Context) error {
		_, err := s.client.Upsert(ctx, request)
		return err
	})
}

// space makes the ids of points those of nobody else.
var space = uuid.MustParse("8d2a8bfb-6a05-4ac5-b5a7-7e1cd4a4b1f4")

// pointID is the server's id for an owner's point; neither has the NUL between them.
func pointID(owner, id string) string { return uuid.NewSHA1(space, []byte(owner+"\x00"+id)).String() }

// create makes a collection, unless somebody else has just done so.
func (s *Store) create(ctx context.Context, name string, dimensions int) (collection, error) {
	err := s.call(ctx, func(ctx context.Context) error {
		return s.client.CreateCollection(ctx, &qdrant.CreateCollection{
			CollectionName: prefix + name,
			VectorsConfig:  qdrant.NewVectorsConfig(&qdrant.VectorParams{Size: uint64(dimensions), Distance: qdrant.Distance_Cosine}),
		})
	})
	known, found := s.describe(ctx, name)
	if found != nil || known.dimensions == 0 {
		return known, cmp.Or(err, found)
	}
	return known, nil
}

// makeIndexes makes those that filters by the labels of points need.
func (s *Store) makeIndexes(ctx context.Context, name string, known collection, points []vector.Point) error {
	wanted := map[string]bool{fieldOwner: true, fieldID: true}
	for _, p := range points {
		for key, value := range p.Labels {
			wanted[labelField(key)] = true
			for i := range orderOf(value) {
				wanted[orderField(key, i)] = true
			}
		}
	}
	fields := make([]string, 0, len(wanted))
	for field := range wanted {
		if !known.indexed[field] {
			fields = append(fields, field)
		}
	}
	if len(fields) == 0 || len(known.indexed) >= mostIndexed*(mostOrder+1) {
		return nil
	}
	slices.Sort(fields)
	made := map[string]bool{}
	for field := range known.indexed {
		made[field] = true
	}
	for _, field := range fields {
		request := &qdrant.CreateFieldIndexCollection{CollectionName: prefix + name, Wait: qdrant.PtrOf(true), FieldName: field, FieldType: qdrant.FieldType_FieldTypeKeyword.Enum()}
		switch {
		case field == fieldOwner:
			request.FieldIndexParams = qdrant.NewPayloadIndexParamsKeyword(&qdrant.KeywordIndexParams{IsTenant: qdrant.PtrOf(true)})
		case strings.HasPrefix(field, fieldOrder):
			request.FieldType = qdrant.FieldType_FieldTypeInteger.Enum()
		}
		if err := s.call(ctx, func(ctx context.Context) error {
			_, err := s.client.CreateFieldIndex(ctx, request)
			return err
		}); err != nil {
			return err
		}
		made[field] = true
	}
	s.remember(name, collection{known.dimensions, made})
	return nil
}

// Delete counts first: the server does not say how many it removes.
func (s *Store) Delete(ctx context.Context, name string, f vector.Filter) (int, error) {
	count, err := s.Count(ctx, name, f)
	if err != nil || count == 0 {
		return 0, err
	}
	err = s.call(ctx, func(ctx context.Context) error {
		_, err := s.client.Delete(ctx, &qdrant.DeletePoints{CollectionName: prefix + name, Wait: qdrant.PtrOf(true), Points: qdrant.NewPointsSelectorFilter(where(f))})
		return err
	})
	if err != nil {
		return 0, err
	}
	return count, nil
}

func (s *Store) Count(ctx context.Context, name string, f vector.Filter) (int, error) {
	if err := vector.CheckFilter(name, f); err != nil {
		return 0, err
	}
	known, err := s.describe(ctx, name)
	if err != nil || known.dimensions == 0 || f.None() {
		return 0, err
	}
	count := uint64(0)
	err = s.call(ctx, func(ctx context.Context) (err error) {
		count, err = s.client.Count(ctx, &qdrant.CountPoints{CollectionName: prefix + name, Filter: where(f), Exact: qdrant.PtrOf(true)})
		return err
	})
	return int(count), err
}

// Search asks for some more than it needs: which of equal score the server leaves out is its
// own choice.
func (s *Store) Search(ctx context.Context, name string, query []float32, k int, f vector.Filter) ([]vector.Hit, error) {
	if err := vector.CheckSearch(name, query, k, f); err != nil {
		return nil, err
	}
	known, err := s.describe(ctx, name)
	if err != nil || known.dimensions == 0 {
		return nil, err
	}
	if known.dimensions != len(query) {
		return nil, vector.Mismatch(name, known.dimensions, len(query))
	}
	if f.None() {
		return nil, nil
	}
	const most = 20_000 // points of one score
	for limit := k + 16; ; limit *= 4 {
		var points []*qdrant.ScoredPoint
		err := s.call(ctx, func(ctx context.Context) (err error) {
			points, err = s.client.Query(ctx, &qdrant.QueryPoints{
				CollectionName: prefix + name, Query: qdrant.NewQueryDense(query), Filter: where(f), Limit: qdrant.PtrOf(uint64(limit)),
				WithPayload: qdrant.NewWithPayloadInclude(fieldOwner, fieldID, fieldLabels),
				Params:      &qdrant.SearchParams{HnswEf: qdrant.PtrOf(uint64(max(256, 2*limit)))},
			})
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(points) == limit && limit < most && points[limit-1].GetScore() == points[k-1].GetScore() {
			continue
		}
		hits := make([]vector.Hit, len(points))
		for i, p := range points {
			hits[i] = hit(p)
		}
		slices.SortFunc(hits, func(a, b vector.Hit) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.ID, b.ID), strings.Compare(a.Owner, b.Owner))
		})
		return hits[:min(k, len(hits))], nil
	}
}
