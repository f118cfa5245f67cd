package postgres

import (
	"strings"
	"sync"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// harmless are the kinds of tree nodes that may occur in a query, with those
// of their fields that hold other nodes. Kinds that are not here refuse the
// statement.
var harmless = sync.OnceValue(func() map[protoreflect.FullName][]protoreflect.FieldDescriptor {
	m := map[protoreflect.FullName][]protoreflect.FieldDescriptor{}
	messages := (&pg.Node{}).ProtoReflect().Descriptor().ParentFile().Messages()
	for w := range set(`
		SelectStmt ResTarget ColumnRef A_Const Integer Float Boolean String BitString A_Star A_Expr BoolExpr
		NullTest BooleanTest FuncCall NamedArgExpr TypeCast TypeName CaseExpr CaseWhen CoalesceExpr MinMaxExpr
		SubLink Alias SortBy WindowDef GroupingSet GroupingFunc RowExpr A_ArrayExpr A_Indices List
		SQLValueFunction CollateClause ColumnDef CTESearchClause CTECycleClause
		JsonFormat JsonReturning JsonValueExpr JsonIsPredicate JsonBehavior JsonOutput JsonArgument JsonFuncExpr
		JsonTable JsonTableColumn JsonTablePathSpec JsonKeyValue JsonParseExpr JsonScalarExpr JsonSerializeExpr
		JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonAggConstructor JsonObjectAgg JsonArrayAgg`) {
		d := messages.ByName(protoreflect.Name(w))
		var fields []protoreflect.FieldDescriptor
		for i := range d.Fields().Len() {
			if f := d.Fields().Get(i); f.Kind() == protoreflect.MessageKind {
				fields = append(fields, f)
			}
		}
		m[d.FullName()] = fields
	}
	return m
})

// clocks are the SQL value functions that tell the time; the others tell who
// is connected to what.
var clocks = map[pg.SQLValueFunctionOp]bool{
	pg.SQLValueFunctionOp_SVFOP_CURRENT_DATE: true, pg.SQLValueFunctionOp_SVFOP_CURRENT_TIME: true,
	pg.SQLValueFunctionOp_SVFOP_CURRENT_TIME_N: true, pg.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP: true,
	pg.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP_N: true, pg.SQLValueFunctionOp_SVFOP_LOCALTIME: true,
	pg.SQLValueFunctionOp_SVFOP_LOCALTIME_N: true, pg.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP: true,
	pg.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP_N: true,
}

// builtinFields are the columns of rows that built-in functions return.
var builtinFields = set(`key value ordinality word nentry ndoc lexeme positions weights`)

// systemColumns are those that every table has.
var systemColumns = set(`ctid tableoid xmin xmax cmin cmax`)

// operators are PostgreSQL's built-in ones, and the words that its parser puts
// in their place.
var operators = func() map[string]bool {
	m := set(`
	= <> != < > <= >= + - * / % ^ |/ ||/ @ & | # ~ << >> ||
	~~ !~~ ~~* !~~* ~* !~ !~* ^@ ~<~ ~<=~ ~>~ ~>=~ ~=
	-> ->> #> #>> @> <@ ? ?| ?& @? @@ #- && -|- &< &> |>> <<| <<= >>= !! <->`)
	for _, words := range []string{"BETWEEN", "NOT BETWEEN", "BETWEEN SYMMETRIC", "NOT BETWEEN SYMMETRIC"} {
		m[words] = true
	}
	return m
}()

// comparisons are the operators that constructs such as CASE, IN and USING use
// without naming them.
var comparisons = set(`= <> < <= > >=`)

// types that may be cast to: all are in pg_catalog. PostgreSQL's parser writes
// integer, boolean, double precision and the like as these.
var types = set(`
	bool int2 int4 int8 numeric float4 float8 money
	text varchar bpchar char name bytea bit varbit uuid json jsonb jsonpath
	date time timetz timestamp timestamptz interval
	int4range int8range numrange daterange tsrange tstzrange
	int4multirange int8multirange nummultirange datemultirange tsmultirange tstzmultirange
	inet cidr macaddr tsvector tsquery point box line lseg path polygon circle record`)

// spelled are names of types that PostgreSQL's parser replaces by its own: one
// that is left in the tree was written in quotes, and means another type.
var spelled = set(`boolean smallint integer bigint int decimal real character`)

// functions that may be called: they compute from their arguments (or tell the
// time, or draw a random number) and reach nothing else. Left out on purpose:
// whatever reads files, settings or catalogs, runs SQL text, locks, sleeps,
// signals, notifies, or has a lasting effect.
var functions = set(`
	count sum avg min max stddev stddev_pop stddev_samp variance var_pop var_samp
	corr covar_pop covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy
	bool_and bool_or every bit_and bit_or bit_xor any_value mode percentile_cont percentile_disc
	array_agg string_agg json_agg jsonb_agg json_object_agg jsonb_object_agg
	json_agg_strict jsonb_agg_strict json_object_agg_strict jsonb_object_agg_strict
	json_object_agg_unique jsonb_object_agg_unique json_object_agg_unique_strict jsonb_object_agg_unique_strict
	range_agg range_intersect_agg
	row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value

	abs cbrt ceil ceiling degrees div erf erfc exp factorial floor gcd lcm ln log log10 min_scale mod pi power pow
	radians random random_normal round scale sign sqrt trim_scale trunc width_bucket
	acos acosd asin asind atan atan2 atan2d atand cos cosd cot cotd sin sind tan tand
	sinh cosh tanh asinh acosh atanh to_hex to_bin to_oct gamma lgamma

	ascii bit_length btrim char_length character_length chr concat concat_ws convert_from convert_to decode encode
	format initcap left length lower lpad ltrim md5 normalize is_normalized octet_length overlay parse_ident
	position quote_ident quote_literal quote_nullable regexp_count regexp_instr regexp_like regexp_match regexp_matches
	regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse right rpad rtrim
	sha224 sha256 sha384 sha512 split_part starts_with string_to_array string_to_table strpos substr substring
	to_ascii to_char to_number translate trim upper unistr unicode_assigned bit_count get_bit get_byte set_bit set_byte
	similar_escape similar_to_escape like notlike like_escape casefold crc32 crc32c convert

	age clock_timestamp date_add date_bin date_part date_subtract date_trunc extract isfinite justify_days justify_hours
	justify_interval make_date make_interval make_time make_timestamp make_timestamptz now statement_timestamp
	timeofday timezone to_date to_timestamp transaction_timestamp overlaps date timestamp timestamptz time interval

	array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions
	array_prepend array_remove array_replace array_reverse array_sample array_shuffle array_sort array_to_string array_upper
	cardinality trim_array unnest generate_series generate_subscripts

	to_json to_jsonb array_to_json row_to_json json_build_array jsonb_build_array json_build_object jsonb_build_object
	json_object jsonb_object json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text
	json_array_length jsonb_array_length json_each jsonb_each json_each_text jsonb_each_text
	json_extract_path jsonb_extract_path json_extract_path_text jsonb_extract_path_text json_object_keys jsonb_object_keys
	json_populate_record jsonb_populate_record json_populate_recordset jsonb_populate_recordset
	json_to_record jsonb_to_record json_to_recordset jsonb_to_recordset jsonb_set jsonb_set_lax jsonb_insert
	json_strip_nulls jsonb_strip_nulls jsonb_pretty json_typeof jsonb_typeof jsonb_path_exists jsonb_path_match
	jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_path_exists_tz jsonb_path_match_tz
	jsonb_path_query_tz jsonb_path_query_array_tz jsonb_path_query_first_tz json_query json_value json_exists

	isempty lower_inc upper_inc lower_inf upper_inf range_merge multirange
	int4range int8range numrange daterange tsrange tstzrange
	int4multirange int8multirange nummultirange datemultirange tsmultirange tstzmultirange

	to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd ts_headline
	numnode querytree setweight strip tsvector_to_array array_to_tsvector ts_delete ts_filter tsquery_phrase

	abbrev broadcast family host hostmask masklen netmask network set_masklen inet_same_family inet_merge
	area center diameter height width radius npoints isclosed isopen slope diagonal bound_box
	point box circle line lseg path polygon

	num_nulls num_nonnulls nullif coalesce greatest least gen_random_uuid uuidv4 uuidv7 uuid_extract_timestamp uuid_extract_version
	text varchar bpchar int2 int4 int8 float4 float8 numeric money bool char name pg_typeof`)
