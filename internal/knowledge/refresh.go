package knowledge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// What is written at once, and how many items a listing may have.
const (
	batchDocuments = 64
	batchBytes     = 8 << 20
	maxItems       = 200_000
)

// Refresh brings a source up to date with its place. What has the mark that it had is
// not read, and what has the same bytes is not cut again. All changes are kept as they
// come, so that a refresh that is stopped goes on where it was. Report may be nil.
//
// Passages are found by their words when Refresh returns, and by their meaning after
// Embed.
func (l *Library) Refresh(ctx context.Context, owner, source string, place Place, report func(Progress)) (Summary, error) {
	lock, err := l.lock(ctx, "refresh\x00"+owner+"\x00"+source, "refreshing "+source)
	if err != nil {
		return Summary{}, err
	}
	defer lock.Close()
	s, err := l.source(ctx, owner, source)
	if err != nil {
		return Summary{}, err
	}
	known, err := l.known(ctx, s)
	if err != nil {
		return Summary{}, err
	}
	if report == nil {
		report = func(Progress) {}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &refresh{library: l, source: s, place: place, known: known, left: map[string]string{}, report: report}
	for address, d := range known {
		r.left[address] = d.ID
	}
	err = r.run(ctx, cancel)
	if err == nil {
		err = r.finish(ctx)
	}
	return r.summary, err
}

func (l *Library) source(ctx context.Context, owner, name string) (store.DocumentSource, error) {
	list, err := l.Store.DocumentSources(ctx, owner)
	if err != nil {
		return store.DocumentSource{}, err
	}
	var names []string
	for _, s := range list {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return store.DocumentSource{}, fault.New(fault.NotFound, "there is no source of documents named %q", name).
		WithHint("%s", fault.DidYouMean(name, "source", names))
}

// known are the documents of a source, by their addresses.
func (l *Library) known(ctx context.Context, s store.DocumentSource) (map[string]store.Document, error) {
	known := map[string]store.Document{}
	f := store.DocumentFilter{Owners: []string{s.Owner}, Sources: []string{s.Name}, Limit: store.MaxLimit}
	for {
		list, err := l.Store.Documents(ctx, f)
		if err != nil || len(list) == 0 {
			return known, err
		}
		for _, d := range list {
			known[d.Address] = d
		}
		f.After = list[len(list)-1].ID
	}
}

// refresh is one refresh of a source. One goroutine lists and reads, several extract and
// cut, and the one that began keeps what comes of it.
type refresh struct {
	library *Library
	source  store.DocumentSource
	place   Place
	known   map[string]store.Document
	report  func(Progress)

	// Of the reading goroutine, until it has ended.
	left      map[string]string // ids of known documents that have not been listed, by their addresses
	listing   []error           // why the listing is not complete
	truncated []error           // why it ended at its bounds
	fetching  time.Duration

	mu    sync.Mutex
	total int // items that are known so far

	summary Summary
	batch   []store.CutDocument
	bytes   int
}

// job is an item with what was found out about it, until a worker makes a document of it.
type job struct {
	item Item
	data []byte
	same bool
	err  error

	document            *store.CutDocument // what is to be kept
	marked              bool               // only its mark and its details have changed
	extracting, cutting time.Duration
}

func (r *refresh) run(ctx context.Context, cancel context.CancelFunc) error {
	jobs, done := make(chan job), make(chan job)
	go func() {
		defer close(jobs)
		r.read(ctx, jobs)
	}()
	var workers sync.WaitGroup
	for range r.library.Workers {
		workers.Go(func() {
			for j := range jobs {
				r.prepare(ctx, &j)
				done <- j
			}
		})
	}
	go func() {
		workers.Wait()
		close(done)
	}()
	var failure error
	for j := range done {
		if failure == nil {
			if failure = r.keep(ctx, j); failure != nil {
				cancel()
			}
		}
	}
	if failure == nil {
		// What was read before a stop is not read again.
		failure = r.flush(context.WithoutCancel(ctx))
	}
	if failure == nil && ctx.Err() != nil {
		failure = fault.Of(ctx.Err())
	}
	r.summary.Took.Fetching = r.fetching
	return failure
}

// read lists the place, and reads what may have changed.
func (r *refresh) read(ctx context.Context, jobs chan<- job) {
	known := map[string]Item{}
	for address, d := range r.known {
		known[address] = detailsOf(d).item(d)
	}
	last := time.Now()
	clock := func() { r.fetching, last = r.fetching+time.Since(last), time.Now() }
	handle := func(j job) bool {
		if d, ok := r.known[j.item.Address]; j.err == nil && ok && j.item.Mark != "" && j.item.Mark == d.Mark && detailsOf(d).Version == version {
			j.same = true
		} else if j.err == nil {
			j.data, j.err = r.place.Read(ctx, j.item)
		}
		if _, ok := r.known[j.item.Address]; ok && fault.CodeOf(j.err) == fault.NotFound {
			return true // it is left, and so gone
		}
		delete(r.left, j.item.Address)
		clock()
		select {
		case jobs <- j:
		case <-ctx.Done():
			return false
		}
		last = time.Now()
		return true
	}
	var listed []job
	seen := map[string]bool{}
	for item, err := range r.place.List(ctx, known) {
		switch {
		case item.Address == "" && fault.CodeOf(err) == fault.ResultTruncated:
			r.truncated = append(r.truncated, err)
			continue
		case item.Address == "":
			r.listing = append(r.listing, err)
			continue
		case seen[item.Address]:
			continue
		}
		if len(seen) == maxItems {
			r.listing = append(r.listing, fault.New(fault.ResultTruncated, "the place has more than %d documents; the rest is left out", maxItems).
				WithHint("split it into several sources"))
			break
		}
		seen[item.Address] = true
		r.count(len(seen))
		if j := (job{item: item, err: err}); !r.place.Walks() {
			listed = append(listed, j)
			if len(listed)%100 == 0 {
				r.report(Progress{Source: r.source.Name, Stage: Listing, Done: len(listed), Total: len(listed)})
			}
		} else if !handle(j) {
			return
		}
	}
	for _, j := range listed {
		if !handle(j) {
			return
		}
	}
	clock()
}

func (r *refresh) count(total int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total = total
}

func (r *refresh) progress(what string) {
	r.mu.Lock()
	total := r.total
	r.mu.Unlock()
	r.report(Progress{Source: r.source.Name, Stage: Reading, Done: r.summary.Listed, Total: total, What: what})
}

// prepare makes a document of what was read.
func (r *refresh) prepare(ctx context.Context, j *job) {
	if j.err != nil || j.same {
		return
	}
	old, isKnown := r.known[j.item.Address]
	hash := hashOf(string(j.data))
	d := &store.CutDocument{Document: store.Document{
		ID: hashOf(r.source.Owner + "\x00" + r.source.Name + "\x00" + j.item.Address), Owner: r.source.Owner, Source: r.source.Name,
		Address: j.item.Address, Mark: j.item.Mark, Hash: hash, Size: int64(len(j.data)), ReadAt: r.library.Now(),
	}}
	j.document = d
	before := detailsOf(old)
	if isKnown && old.Hash == hash && before.Version == version {
		before.keep(j.item)
		before.Failure = nil
		j.marked, j.same, d.Details = true, true, before.json()
		return
	}
	start := time.Now()
	body, kind, err := r.library.Extractor.Extract(ctx, j.item.Name, j.item.Media, j.data)
	j.data, j.extracting = nil, time.Since(start)
	if err != nil {
		j.failed(ctx, err, isKnown, before)
		return
	}
	start = time.Now()
	r.library.cut(d, body, kind, j.item)
	j.cutting = time.Since(start)
}

// failed notes that a document cannot be read as it is now, so that it is not tried again
// before it changes. What was read of it before stays.
func (j *job) failed(ctx context.Context, err error, isKnown bool, before details) {
	j.err = err
	if ctx.Err() != nil || slices.Contains([]fault.Code{fault.Canceled, fault.Internal, fault.Lost}, fault.CodeOf(err)) {
		j.document = nil
		return
	}
	f := fault.Of(err)
	before.keep(j.item)
	before.Version, before.Failure = version, &Failure{Code: f.Code, Message: f.Message, Hint: f.Hint}
	j.marked, j.document.Details = isKnown, before.json()
	j.document.Title, j.document.Hash = titleOf(j.item), "" // nothing was read of it
}

// keep takes what a worker has made of an item.
func (r *refresh) keep(ctx context.Context, j job) error {
	s := &r.summary
	s.Listed++
	s.Took.Extracting += j.extracting
	s.Took.Cutting += j.cutting
	switch {
	case errors.Is(j.err, &fault.Fault{Code: fault.Canceled}):
		return j.err
	case j.err != nil:
		s.Failed++
		s.note(j.err, fault.Error, nameOf(j.item))
	case j.same:
		s.Same++
	default:
		s.Read++
	}
	r.progress(nameOf(j.item))
	d := j.document
	switch {
	case d == nil:
		return nil
	case j.marked:
		return r.library.Store.MarkDocument(ctx, d.Owner, d.ID, d.Mark, d.Details)
	}
	r.batch, r.bytes = append(r.batch, *d), r.bytes+len(d.Body)
	if len(r.batch) >= batchDocuments || r.bytes >= batchBytes {
		return r.flush(ctx)
	}
	return nil
}

// flush writes the batch. If it is refused as a whole, its documents are tried one by one.
func (r *refresh) flush(ctx context.Context) error {
	batch := r.batch
	r.batch, r.bytes = nil, 0
	if len(batch) == 0 {
		return nil
	}
	start := time.Now()
	defer func() { r.summary.Took.Writing += time.Since(start) }()
	err := r.library.Store.PutDocuments(ctx, batch...)
	if fault.CodeOf(err) != fault.BadData {
		return err
	}
	for _, d := range batch {
		err := r.library.Store.PutDocuments(ctx, d)
		if fault.CodeOf(err) == fault.BadData {
			r.summary.Read, r.summary.Failed = r.summary.Read-1, r.summary.Failed+1
			r.summary.note(err, fault.Error, d.Address)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// finish drops what is gone, if the listing came to its end, and says when that was.
func (r *refresh) finish(ctx context.Context) error {
	s := &r.summary
	for _, err := range append(r.listing, r.truncated...) {
		s.note(err, fault.Warning, r.source.Place)
	}
	if s.Complete = len(r.listing) == 0; !s.Complete {
		return nil
	}
	var ids []string
	for _, id := range r.left {
		ids = append(ids, id)
	}
	for some := range slices.Chunk(ids, store.MaxLimit) {
		n, err := r.library.Store.RemoveDocuments(ctx, store.DocumentFilter{Owners: []string{r.source.Owner}, IDs: some})
		s.Gone += n
		if err != nil {
			return fmt.Errorf("dropping documents that are gone: %w", err)
		}
	}
	r.source.RefreshedAt = r.library.Now()
	return r.library.Store.PutSource(ctx, r.source)
}
