// Package qdranttest is a server that speaks Qdrant's gRPC service, for tests: collections,
// points, filters and searches in memory, from the stubs of the official client. It is
// written after Qdrant's documentation and is no Qdrant: it compares with every vector, and
// refuses what it does not know instead of passing over it.
package qdranttest

import (
	"cmp"
	"context"
	"math"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Server is a running server.
type Server struct {
	Key string // requests without this key are refused, unless it is empty

	address string

	mu          sync.RWMutex
	collections map[string]*collection
}

type collection struct {
	dimensions int
	points     map[string]point // by id
	indexes    map[string]qdrant.FieldType
}

type point struct {
	vector  []float32 // of length 1
	payload map[string]*qdrant.Value
}

// Start starts a server on the loopback, and stops it when the test ends.
func Start(tb testing.TB) *Server {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	s := &Server{address: listener.Addr().String(), collections: map[string]*collection{}}
	g := grpc.NewServer(grpc.MaxRecvMsgSize(32<<20), grpc.UnaryInterceptor(s.authorize))
	qdrant.RegisterCollectionsServer(g, collections{s: s})
	qdrant.RegisterPointsServer(g, points{s: s})
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = g.Serve(listener) // until it is stopped
	}()
	tb.Cleanup(func() {
		g.Stop()
		<-done
	})
	return s
}

// Address is the address of the server.
func (s *Server) Address() string { return "http://" + s.address }

// Indexes are the indexed fields of a collection's payload.
func (s *Server) Indexes(collection string) []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var fields []string
	for field := range s.collections[collection].indexes {
		fields = append(fields, field)
	}
	slices.Sort(fields)
	return fields
}

// Drop removes a collection, as an administrator may.
func (s *Server) Drop(collection string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.collections, collection)
}

func (s *Server) authorize(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
	given, _ := metadata.FromIncomingContext(ctx)
	if s.Key != "" && !slices.Equal(given.Get("api-key"), []string{s.Key}) {
		return nil, status.Error(codes.Unauthenticated, "Must provide an API key or an Authorization bearer token")
	}
	return handle(ctx, request)
}

func (s *Server) find(name string) (*collection, error) {
	c := s.collections[name]
	if c == nil {
		return nil, status.Errorf(codes.NotFound, "Not found: Collection `%s` doesn't exist!", name)
	}
	return c, nil
}

func invalid(format string, a ...any) error {
	return status.Errorf(codes.InvalidArgument, format, a...)
}

type collections struct {
	qdrant.UnimplementedCollectionsServer
	s *Server
}

func (c collections) CollectionExists(_ context.Context, r *qdrant.CollectionExistsRequest) (*qdrant.CollectionExistsResponse, error) {
	c.s.mu.RLock()
	defer c.s.mu.RUnlock()
	return &qdrant.CollectionExistsResponse{Result: &qdrant.CollectionExists{Exists: c.s.collections[r.GetCollectionName()] != nil}}, nil
}

func (c collections) Create(_ context.Context, r *qdrant.CreateCollection) (*qdrant.CollectionOperationResponse, error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	name, config := r.GetCollectionName(), r.GetVectorsConfig().GetParams()
	if c.s.collections[name] != nil {
		return nil, status.Errorf(codes.AlreadyExists, "Wrong input: Collection `%s` already exists!", name)
	}
	if config.GetSize() < 1 || config.GetSize() > 65536 || config.GetDistance() != qdrant.Distance_Cosine {
		return nil, invalid("Validation error in body: vectors %v", config)
	}
	c.s.collections[name] = &collection{int(config.GetSize()), map[string]point{}, map[string]qdrant.FieldType{}}
	return &qdrant.CollectionOperationResponse{Result: true}, nil
}

func (c collections) Get(_ context.Context, r *qdrant.GetCollectionInfoRequest) (*qdrant.GetCollectionInfoResponse, error) {
	c.s.mu.RLock()
	defer c.s.mu.RUnlock()
	found, err := c.s.find(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	info := &qdrant.CollectionInfo{
		Status: qdrant.CollectionStatus_Green,
		Config: &qdrant.CollectionConfig{Params: &qdrant.CollectionParams{
			VectorsConfig: qdrant.NewVectorsConfig(&qdrant.VectorParams{Size: uint64(found.dimensions), Distance: qdrant.Distance_Cosine}),
		}},
		PayloadSchema: map[string]*qdrant.PayloadSchemaInfo{},
	}
	for field := range found.indexes {
		info.PayloadSchema[field] = &qdrant.PayloadSchemaInfo{}
	}
	return &qdrant.GetCollectionInfoResponse{Result: info}, nil
}

type points struct {
	qdrant.UnimplementedPointsServer
	s *Server
}

var completed = &qdrant.PointsOperationResponse{Result: &qdrant.UpdateResult{Status: qdrant.UpdateStatus_Completed}}

func (p points) CreateFieldIndex(_ context.Context, r *qdrant.CreateFieldIndexCollection) (*qdrant.PointsOperationResponse, error) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	c, err := p.s.find(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	if _, err := path(r.GetFieldName()); err != nil {
		return nil, err
	}
	c.indexes[r.GetFieldName()] = r.GetFieldType()
	return completed, nil
}

func (p points) Upsert(_ context.Context, r *qdrant.UpsertPoints) (*qdrant.PointsOperationResponse, error) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	c, err := p.s.find(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	if !r.GetWait() {
		return nil, invalid("these tests wait for what they write")
	}
	fresh := map[string]point{}
	for _, given := range r.GetPoints() {
		id, err := uuid.Parse(given.GetId().GetUuid())
		if err != nil {
			return nil, invalid("Unable to parse UUID: %s", given.GetId().GetUuid())
		}
		v, err := c.unit(given.GetVectors().GetVector().GetDense().GetData())
		if err != nil {
			return nil, err
		}
		fresh[id.String()] = point{v, given.GetPayload()}
	}
	for id, given := range fresh {
		c.points[id] = given
	}
	return completed, nil
}

// unit is a vector with length 1, as Qdrant keeps those that are compared by their cosine.
func (c *collection) unit(v []float32) ([]float32, error) {
	if len(v) != c.dimensions {
		return nil, invalid("Wrong input: Vector dimension error: expected dim: %d, got %d", c.dimensions, len(v))
	}
	square := float32(0)
	for _, x := range v {
		square += x * x
	}
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = x / float32(math.Sqrt(float64(square)))
	}
	return out, nil
}

func (p points) Delete(_ context.Context, r *qdrant.DeletePoints) (*qdrant.PointsOperationResponse, error) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	c, err := p.s.find(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	chosen, err := c.choose(r.GetPoints().GetFilter())
	if err != nil {
		return nil, err
	}
	for _, id := range chosen {
		delete(c.points, id)
	}
	return completed, nil
}

func (p points) Count(_ context.Context, r *qdrant.CountPoints) (*qdrant.CountResponse, error) {
	p.s.mu.RLock()
	defer p.s.mu.RUnlock()
	c, err := p.s.find(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	chosen, err := c.choose(r.GetFilter())
	if err != nil {
		return nil, err
	}
	return &qdrant.CountResponse{Result: &qdrant.CountResult{Count: uint64(len(chosen))}}, nil
}

// Query finds the nearest. Of those with equal scores it takes some, as Qdrant does: here by
// the order of their ids, which is not that of what they were made from.
func (p points) Query(_ context.Context, r *qdrant.QueryPoints) (*qdrant.QueryResponse, error) {
	p.s.mu.RLock()
	defer p.s.mu.RUnlock()
	c, err := p.s.find(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	query, err := c.unit(r.GetQuery().GetNearest().GetDense().GetData())
	if err != nil {
		return nil, err
	}
	if len(r.GetPrefetch()) > 0 || r.ScoreThreshold != nil || r.Offset != nil || r.Using != nil || r.GetLimit() < 1 {
		return nil, invalid("this server does not know %v", r)
	}
	chosen, err := c.choose(r.GetFilter())
	if err != nil {
		return nil, err
	}
	list := make([]*qdrant.ScoredPoint, len(chosen))
	for i, id := range chosen {
		list[i] = &qdrant.ScoredPoint{Id: qdrant.NewIDUUID(id), Payload: c.points[id].only(r.GetWithPayload().GetInclude().GetFields())}
		for j, x := range c.points[id].vector {
			list[i].Score += x * query[j]
		}
	}
	slices.SortFunc(list, func(a, b *qdrant.ScoredPoint) int {
		return cmp.Or(cmp.Compare(b.GetScore(), a.GetScore()), strings.Compare(a.GetId().GetUuid(), b.GetId().GetUuid()))
	})
	return &qdrant.QueryResponse{Result: list[:min(len(list), int(r.GetLimit()))]}, nil
}

func (p point) only(fields []string) map[string]*qdrant.Value {
	some := map[string]*qdrant.Value{}
	for _, field := range fields {
		if value := p.payload[field]; value != nil {
			some[field] = value
		}
	}
	return some
}

// choose lists the ids of the points for which a filter holds.
func (c *collection) choose(f *qdrant.Filter) ([]string, error) {
	if f == nil {
		return nil, invalid("these tests always filter")
	}
	var ids []string
	for id, p := range c.points {
		ok, err := holds(f, p.payload)
		if err != nil {
			return nil, err
		}
		if ok {
			ids = append(ids, id)
		}
	}
	return ids, nil
}
