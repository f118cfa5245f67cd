package postgres

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	guardpg "github.com/plumbdata/plumb/internal/guard/postgres"
)

// Reading a table can run code that somebody in the database has written: in
// views and policies, and in the casts, checks and orderings of types. Which
// code that is stands in the catalog: PostgreSQL keeps every stored expression
// as a tree, with the functions and types that its names were resolved to.

// refusedCode finds the functions that nothing that is read may run: those that
// are not built in, unless they belong to a well-known extension and only
// compute, and built-in ones with an effect. The owner of an extension can add
// functions to it, but none in C and none of a superuser. The object identifiers
// from 16384 on are those of users.
const refusedCode = `known AS (
	SELECT x.oid FROM pg_catalog.pg_extension x WHERE x.extname = ANY ('{citext, hstore, ltree, cube, seg, isn, intarray, pg_trgm, unaccent, fuzzystrmatch,
		earthdistance, btree_gin, btree_gist, uuid-ossp, bloom, vector, postgis, postgis_raster, postgis_topology, timescaledb, ip4r, hll, semver, prefix}'::name[])
), refused AS MATERIALIZED (
	SELECT p.oid, p.proname::text AS name, n.nspname::text AS space, p.oid >= 16384 AS own
	FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace JOIN pg_catalog.pg_language l ON l.oid = p.prolang
	JOIN pg_catalog.pg_roles r ON r.oid = p.proowner
	WHERE CASE WHEN p.oid < 16384 THEN p.proname ~ '_to_xml' OR p.provolatile = 'v' AND p.proname <> ALL ('{random, random_normal, clock_timestamp,
			timeofday, gen_random_uuid, uuidv4, uuidv7, array_sample, array_shuffle}'::name[])
		ELSE p.provolatile = 'v' OR NOT (l.lanname IN ('c', 'internal') OR r.rolsuper) OR NOT EXISTS (SELECT FROM pg_catalog.pg_depend e JOIN known k ON k.oid = e.refobjid
			WHERE e.classid = 'pg_catalog.pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e') END
)`

// typeCode finds the types that run refused code when their values are cast,
// checked, compared or read. A type that is made of such types is one, too.
const typeCode = `cause (type, why) AS (
	SELECT k.contypid, 'its check calls ' || f.name || '()'
	FROM pg_catalog.pg_constraint k, pg_catalog.regexp_matches(k.conbin::text, ':(?:funcid|opfuncid) (\d+)', 'g') m JOIN refused f ON f.oid = m[1]::oid
	WHERE k.contypid <> 0 AND k.contype = 'c'
	UNION ALL
	SELECT k.contypid, 'its check calls ' || f.name || '()'
	FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_constraint'::regclass AND d.objid = k.oid
	LEFT JOIN pg_catalog.pg_operator o ON d.refclassid = 'pg_catalog.pg_operator'::regclass AND o.oid = d.refobjid
	JOIN refused f ON f.oid = coalesce(o.oprcode, CASE WHEN d.refclassid = 'pg_catalog.pg_proc'::regclass THEN d.refobjid END)
	WHERE k.contypid <> 0
	UNION ALL
	SELECT t.oid, 'a cast of it calls ' || f.name || '()'
	FROM pg_catalog.pg_cast c JOIN refused f ON f.oid = c.castfunc, unnest(ARRAY[c.castsource, c.casttarget]) t (oid) WHERE t.oid >= 16384
	UNION ALL
	SELECT t.oid, 'its ordering calls ' || f.name || '()'
	FROM (
		SELECT c.opcintype, c.oid FROM pg_catalog.pg_opclass c WHERE c.opcdefault AND c.opcmethod IN (403, 405)
		UNION ALL SELECT r.rngtypid, r.rngsubopc FROM pg_catalog.pg_range r
	) t (oid, class)
	JOIN pg_catalog.pg_opclass c ON c.oid = t.class AND c.opcfamily >= 16384,
	LATERAL (
		SELECT p.amproc::oid FROM pg_catalog.pg_amproc p WHERE p.amprocfamily = c.opcfamily
		UNION ALL SELECT o.oprcode FROM pg_catalog.pg_amop a JOIN pg_catalog.pg_operator o ON o.oid = a.amopopr WHERE a.amopfamily = c.opcfamily
	) u (oid) JOIN refused f ON f.oid = u.oid
	UNION ALL
	SELECT r.rngtypid, 'it calls ' || f.name || '()' FROM pg_catalog.pg_range r JOIN refused f ON f.oid IN (r.rngsubdiff, r.rngcanonical)
	UNION ALL
	SELECT t.oid, 'it is not of a well-known extension'
	FROM pg_catalog.pg_type t WHERE t.oid >= 16384 AND t.typtype = 'b' AND t.typcategory <> 'A' AND NOT EXISTS (SELECT FROM extension x WHERE x.type = t.oid)
), extension (type, space) AS (
	SELECT t.oid, n.nspname::text
	FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
	JOIN pg_catalog.pg_depend e ON e.classid = 'pg_catalog.pg_type'::regclass AND e.objid = t.oid AND e.deptype = 'e' JOIN known k ON k.oid = e.refobjid
	WHERE t.typtype = 'b' AND t.typcategory <> 'A'
), part (whole, piece) AS (
	SELECT t.oid, t.typelem FROM pg_catalog.pg_type t WHERE t.typcategory = 'A'
	UNION ALL SELECT t.oid, t.typbasetype FROM pg_catalog.pg_type t WHERE t.typbasetype <> 0
	UNION ALL SELECT r.rngtypid, r.rngsubtype FROM pg_catalog.pg_range r
	UNION ALL SELECT (to_jsonb(r) ->> 'rngmultitypid')::oid, r.rngtypid FROM pg_catalog.pg_range r
	UNION ALL SELECT c.reltype, a.atttypid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
		WHERE c.reltype <> 0 AND c.oid >= 16384 AND a.attnum > 0 AND NOT a.attisdropped
), made (type, why, space) AS (
	SELECT type, why, NULL FROM cause UNION SELECT type, NULL, space FROM extension
	UNION
	SELECT p.whole, m.why, m.space FROM made m JOIN part p ON p.piece = m.type
)`

// typesCodeSQL is what is to be known of types: why their values may not be
// used, whose row they are where the cause is with the row itself, and in which
// schemas their operators are.
const typesCodeSQL = `WITH RECURSIVE ` + refusedCode + `, ` + typeCode + `
SELECT m.type, coalesce(min(m.why), ''), coalesce((SELECT min(c.why) FROM cause c WHERE c.type = m.type), ''), t.typrelid,
	ARRAY(SELECT DISTINCT s.space FROM made s WHERE s.type = m.type AND s.space IS NOT NULL ORDER BY 1)
FROM made m JOIN pg_catalog.pg_type t ON t.oid = m.type GROUP BY m.type, t.typrelid`

// sizesSQL finds the views that call a function which makes values of a given
// size.
const sizesSQL = `SELECT r.ev_class, pg_catalog.pg_get_viewdef(r.ev_class)
FROM pg_catalog.pg_rewrite r JOIN pg_catalog.pg_class c ON c.oid = r.ev_class AND c.relkind = 'v' AND c.oid >= 16384
WHERE EXISTS (SELECT FROM pg_catalog.regexp_matches(r.ev_action::text, ':funcid (\d+)', 'g') m JOIN pg_catalog.pg_proc p ON p.oid = m[1]::oid
	WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname = ANY ($1::name[]))`

// foldedCode finds the functions of the database's own that the planner runs: it
// evaluates constant calls in the expressions of indexes, partition keys and
// statistics. A call with a column as an argument is not constant, but what it
// stands for may be where the function is written in SQL. Names in such a body
// are looked up in pg_catalog, so it reaches nothing else unless it names a
// schema.
const foldedCode = `stored (relation, tree) AS (
	SELECT i.indrelid, concat(i.indexprs::text, i.indpred::text) FROM pg_catalog.pg_index i WHERE i.indexprs IS NOT NULL OR i.indpred IS NOT NULL
	UNION ALL SELECT p.partrelid, p.partexprs::text FROM pg_catalog.pg_partitioned_table p WHERE p.partexprs IS NOT NULL
	UNION ALL SELECT s.stxrelid, to_jsonb(s) ->> 'stxexprs' FROM pg_catalog.pg_statistic_ext s
), folded (relation, what) AS (
	SELECT DISTINCT s.relation, f.space || '.' || f.name
	FROM stored s, pg_catalog.regexp_matches(s.tree, ':(?:funcid|opfuncid) (\d{5,})', 'g') m
	JOIN refused f ON f.own AND f.oid = m[1]::oid JOIN pg_catalog.pg_proc p ON p.oid = f.oid JOIN pg_catalog.pg_language l ON l.oid = p.prolang,
	LATERAL (SELECT regexp_replace(p.prosrc, '''[^'']*''', '', 'g') AS source) body
	WHERE (SELECT count(*) FROM pg_catalog.regexp_matches(s.tree, ':(?:funcid|opfuncid) ' || f.oid || '\M', 'g'))
		<> (SELECT count(*) FROM pg_catalog.regexp_matches(s.tree, ':(?:funcid|opfuncid) ' || f.oid || ' [^{}()]*:args \((?:\{CONST [^{}]*\} )*(?:\{RELABELTYPE :arg )?\{VAR ', 'g'))
	OR l.lanname = 'sql' AND (p.prosrc = '' OR p.prosrc ~ '["\\]|\$[^0-9]|--|/\*'
		OR (SELECT count(*) FROM pg_catalog.regexp_matches(body.source, '\w\s*\.\s*[[:alpha:]_]', 'g'))
		<> (SELECT count(*) FROM pg_catalog.regexp_matches(body.source, '\m([[:alpha:]_]\w*)\.([[:alpha:]_]\w*)\s*\(', 'g') q
			WHERE EXISTS (SELECT FROM pg_catalog.pg_proc c JOIN pg_catalog.pg_namespace n ON n.oid = c.pronamespace WHERE n.nspname = lower(q[1]) AND c.proname = lower(q[2]))
			AND NOT EXISTS (SELECT FROM refused r WHERE r.own AND r.space = lower(q[1]) AND r.name = lower(q[2]))))
)`

// tablesCodeSQL finds what reading a relation runs of refused code, itself or
// through its partitions and the relations that its view or its policies read:
// functions of the database's own, others, and types. Policies count where they
// apply to the login; through a view, unless its owner is exempt. $1 are views
// that make values that are too large.
const tablesCodeSQL = `WITH RECURSIVE ` + refusedCode + `, ` + typeCode + `, ` + foldedCode + `, rule (relation, class, oid, tree, policy, mine) AS (
	SELECT r.ev_class, 'pg_catalog.pg_rewrite'::regclass, r.oid, r.ev_action::text, false, true
	FROM pg_catalog.pg_rewrite r JOIN pg_catalog.pg_class c ON c.oid = r.ev_class AND c.relkind = 'v' AND c.oid >= 16384
	UNION ALL
	SELECT p.polrelid, 'pg_catalog.pg_policy'::regclass, p.oid, p.polqual::text, true, row_security_active(c.oid)
		AND (0 = ANY (p.polroles) OR EXISTS (SELECT FROM unnest(p.polroles) r (oid) WHERE pg_has_role(r.oid, 'USAGE')))
	FROM pg_catalog.pg_policy p JOIN pg_catalog.pg_class c ON c.oid = p.polrelid AND c.relrowsecurity WHERE p.polcmd IN ('*', 'r')
), word (class, oid, field, value) AS MATERIALIZED (
	SELECT DISTINCT r.class, r.oid, m[1], m[2]::oid
	FROM rule r, pg_catalog.regexp_matches(r.tree, ':(funcid|aggfnoid|winfnoid|tsmhandler|\w*type|\w*typeid) (\d\d+)', 'g') m
), effect (class, oid, own, what) AS (
	SELECT w.class, w.oid, f.own, CASE WHEN f.own THEN f.space || '.' ELSE '' END || f.name
	FROM word w JOIN refused f ON f.oid = w.value WHERE w.field IN ('funcid', 'aggfnoid', 'winfnoid', 'tsmhandler')
	UNION ALL
	SELECT d.classid, d.objid, f.own, f.space || '.' || f.name
	FROM pg_catalog.pg_depend d LEFT JOIN pg_catalog.pg_operator o ON d.refclassid = 'pg_catalog.pg_operator'::regclass AND o.oid = d.refobjid
	JOIN refused f ON f.oid = coalesce(o.oprcode, CASE WHEN d.refclassid = 'pg_catalog.pg_proc'::regclass THEN d.refobjid END)
	WHERE d.classid IN ('pg_catalog.pg_rewrite'::regclass, 'pg_catalog.pg_policy'::regclass)
	UNION ALL
	SELECT w.class, w.oid, NULL, pg_catalog.format_type(w.value, NULL)
	FROM word w WHERE w.field ~ 'type' AND EXISTS (SELECT FROM made m WHERE m.type = w.value AND m.why IS NOT NULL)
), reads (relation, other, policies) AS (
	SELECT r.relation, o.oid, r.policy OR o.relowner <> c.relowner OR o.relforcerowsecurity
		OR EXISTS (SELECT FROM unnest(c.reloptions) s (option) WHERE s.option LIKE 'security_invoker=%')
	FROM rule r JOIN pg_catalog.pg_class c ON c.oid = r.relation
	JOIN pg_catalog.pg_depend d ON d.classid = r.class AND d.objid = r.oid AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid <> r.relation
	JOIN pg_catalog.pg_class o ON o.oid = d.refobjid
	UNION ALL
	SELECT i.inhparent, i.inhrelid, false FROM pg_catalog.pg_inherits i
), runs (relation, own, what, policy, mine) AS (
	SELECT r.relation, e.own, e.what, r.policy, r.mine FROM rule r JOIN effect e ON e.class = r.class AND e.oid = r.oid
	UNION
	SELECT v.oid, NULL, '', false, true FROM unnest($1::oid[]) v (oid)
	UNION
	SELECT f.relation, true, f.what, false, true FROM folded f
	UNION
	SELECT x.relation, r.own, r.what, false, true FROM runs r JOIN (SELECT DISTINCT relation, other, policies FROM reads) x ON x.other = r.relation AND (x.policies OR NOT r.policy)
)
SELECT r.relation, coalesce(array_agg(DISTINCT r.what) FILTER (WHERE r.own), '{}'), coalesce(min(r.what) FILTER (WHERE NOT r.own), ''),
	coalesce(min(r.what) FILTER (WHERE r.own IS NULL AND r.what <> ''), ''), bool_or(r.what = '')
FROM runs r WHERE r.mine GROUP BY r.relation`

// typeFacts is what typesCodeSQL says about a type.
type typeFacts struct {
	why        string
	extensions []string
}

func (l *look) readTypesCode(rows pgx.Rows) error {
	l.code = map[uint32]typeFacts{}
	var oid, relation uint32
	var why, direct string
	var spaces []string
	_, err := pgx.ForEachRow(rows, []any{&oid, &why, &direct, &relation, &spaces}, func() error {
		l.code[oid] = typeFacts{why, slices.Clone(spaces)}
		if i, ok := l.byOID[relation]; ok && direct != "" {
			l.snapshot.Tables[i].Unsafe = "of the type of its rows, " + direct
		}
		return nil
	})
	return err
}

// readSizes notes the views that ask for values that are too large.
func (l *look) readSizes(rows pgx.Rows) error {
	var view uint32
	var definition string
	_, err := pgx.ForEachRow(rows, []any{&view, &definition}, func() error {
		if guardpg.CheckSizes(definition) != nil {
			l.oversized = append(l.oversized, view)
		}
		return nil
	})
	return err
}

func (l *look) readTablesCode(rows pgx.Rows) error {
	var relation uint32
	var calls []string
	var builtin, typeName string
	var oversized bool
	_, err := pgx.ForEachRow(rows, []any{&relation, &calls, &builtin, &typeName, &oversized}, func() error {
		i, ok := l.byOID[relation]
		if !ok {
			return nil
		}
		t := &l.snapshot.Tables[i]
		switch {
		case t.Unsafe != "":
		case builtin != "":
			t.Unsafe = fmt.Sprintf("it calls %s(), which does more than compute", builtin)
		case oversized:
			t.Unsafe = "it makes values that may become too large"
		case typeName != "":
			t.Unsafe = fmt.Sprintf("it uses the type %s, which runs functions of the database's own", l.shortName(typeName))
		default:
			t.Calls = slices.Clone(calls)
			t.Unsafe = fmt.Sprintf("it calls %s(), a function of the database's own", l.shortName(calls[0]))
		}
		return nil
	})
	return err
}

// shortName leaves out a schema that is on the path.
func (l *look) shortName(name string) string {
	for _, schemaName := range l.snapshot.SearchPath {
		name = strings.TrimPrefix(name, schemaName+".")
	}
	return name
}
