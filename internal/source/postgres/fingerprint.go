package postgres

import (
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/source"
)

// fingerprintSQL sums over the catalog: names, kinds and rights of relations,
// and the versions of the rows that describe columns, keys, defaults, enums,
// functions, operators, casts, orderings, policies, checks of domains and what
// views are made of. Row counts are no part of it, so data and ANALYZE do not
// change it.
const fingerprintSQL = `WITH space AS (
	SELECT oid, nspname, nspacl FROM pg_catalog.pg_namespace WHERE nspname <> 'information_schema' AND left(nspname, 3) <> 'pg_'
), relation AS (
	SELECT c.oid, hashtext(c.relname || ' ' || c.relkind::text || c.relispartition || c.relrowsecurity || c.relforcerowsecurity || c.relowner
		|| coalesce(c.reloptions::text, '') || c.relnamespace || coalesce(c.relacl::text, ''))::bigint AS mark
	FROM pg_catalog.pg_class c JOIN space s ON s.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
)
SELECT md5(concat_ws(',', current_setting('plumb.path'), current_user,
	(SELECT sum(hashtext(oid || ' ' || nspname || coalesce(nspacl::text, ''))::bigint) FROM space),
	(SELECT sum(hashint8(oid::bigint << 32 # mark)::bigint) FROM relation),
	(SELECT sum(hashint8((a.attrelid::bigint << 16 | a.attnum) # (a.xmin::text::bigint << 20))::bigint)
		FROM pg_catalog.pg_attribute a JOIN relation r ON r.oid = a.attrelid WHERE a.attnum > 0),
	(SELECT sum(hashint8(d.oid::bigint << 32 | d.xmin::text::bigint)::bigint) FROM pg_catalog.pg_attrdef d JOIN relation r ON r.oid = d.adrelid),
	(SELECT sum(hashint8(k.oid::bigint << 32 | k.xmin::text::bigint)::bigint) FROM pg_catalog.pg_constraint k JOIN relation r ON r.oid = k.conrelid),
	(SELECT sum(hashint8(i.indexrelid::bigint)::bigint) FROM pg_catalog.pg_index i JOIN relation r ON r.oid = i.indrelid WHERE i.indisunique),
	(SELECT sum(hashint8(d.objoid::bigint << 16 | d.objsubid)::bigint # hashtext(d.description))
		FROM pg_catalog.pg_description d JOIN relation r ON r.oid = d.objoid WHERE d.classoid = 'pg_catalog.pg_class'::regclass),
	(SELECT sum(hashint8(e.oid::bigint << 32 | e.xmin::text::bigint)::bigint) FROM pg_catalog.pg_enum e),
	(SELECT sum(hashint8(p.oid::bigint << 32 | p.xmin::text::bigint)::bigint) FROM pg_catalog.pg_proc p JOIN space s ON s.oid = p.pronamespace),
	(SELECT sum(hashint8(o.oid::bigint << 32 | o.xmin::text::bigint)::bigint) FROM pg_catalog.pg_operator o JOIN space s ON s.oid = o.oprnamespace),
	(SELECT sum(hashint8(k.oid::bigint << 32 | k.xmin::text::bigint)::bigint) FROM pg_catalog.pg_constraint k WHERE k.contypid <> 0),
	(SELECT sum(hashint8(c.oid::bigint << 32 | c.xmin::text::bigint)::bigint) FROM pg_catalog.pg_cast c),
	(SELECT sum(hashint8(c.oid::bigint << 32 | c.xmin::text::bigint)::bigint) FROM pg_catalog.pg_opclass c),
	(SELECT sum(hashint8(p.oid::bigint << 32 | p.xmin::text::bigint)::bigint) FROM pg_catalog.pg_policy p),
	(SELECT sum(hashint8(w.oid::bigint << 32 | w.xmin::text::bigint)::bigint) FROM pg_catalog.pg_rewrite w JOIN relation r ON r.oid = w.ev_class)
))`

// Fingerprint marks this state of the catalog.
func (s *Source) Fingerprint(ctx context.Context) (string, error) {
	const timeout = 15 * time.Second
	x, err := s.begin(ctx, source.Limits{Time: source.Patient(ctx, timeout), Bytes: catalogBytes})
	if err != nil {
		return "", err
	}
	defer x.end()
	var mark string
	if err := x.conn.Conn().QueryRow(x.ctx, fingerprintSQL).Scan(&mark); err != nil {
		return "", x.fault(err)
	}
	return mark, nil
}
