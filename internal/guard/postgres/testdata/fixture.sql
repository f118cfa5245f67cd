-- A harbour: what the guard's tests read, and must never change.
CREATE TYPE visit_kind AS ENUM ('freight', 'cruise', 'repair');
CREATE TYPE spot AS (lat double precision, lon double precision);
CREATE DOMAIN share AS numeric CHECK (VALUE BETWEEN 0 AND 1);

CREATE TABLE ships (
  id int PRIMARY KEY, name text NOT NULL, flag text, built date, tonnage numeric(12,2), active boolean,
  notes jsonb, tags text[], home spot, "order" int
);
CREATE TABLE berths (id int PRIMARY KEY, quay text, length_m double precision, deep boolean, opened time, label varchar(20));
CREATE TABLE visits (
  id bigint PRIMARY KEY, ship_id int REFERENCES ships, berth_id int REFERENCES berths, arrived timestamptz, departed timestamptz,
  fee numeric(10,2), kind visit_kind, rating smallint, discount share, stay daterange, token uuid
);
CREATE TABLE cargo (visit_id bigint REFERENCES visits, item text, tons numeric, hazardous boolean, PRIMARY KEY (visit_id, item));
CREATE TABLE crew (id int PRIMARY KEY, ship_id int, name text, boss_id int, wage numeric, hired date, phone inet, photo bytea);
CREATE TABLE "Odd Table" ("Select" text, "from" int, "ünïcode" text, "a""b" int, "drop table" text);
CREATE SCHEMA archive;
CREATE TABLE archive.visits (id bigint, note text, closed_on date);
CREATE TABLE logins (login text, secret text);
CREATE SEQUENCE ticket_numbers;

INSERT INTO ships SELECT g, 'Ship ' || g, (ARRAY['NO','PA','GR',NULL])[1 + g % 4], date '1990-01-01' + g * 97, g * 1234.56, g % 5 <> 0,
  jsonb_build_object('hold', g, 'ports', jsonb_build_array('A', 'B' || g), 'deep', jsonb_build_object('x', g * 1.5)),
  ARRAY['t' || g % 3, 'u' || g % 2], ROW(50 + g, g / 10.0)::spot, g % 3 FROM generate_series(1, 20) g;
INSERT INTO berths SELECT g, (ARRAY['North','South'])[1 + g % 2], 80.5 * g, g % 2 = 0, time '06:00' + g * interval '7 minutes', 'B-' || g FROM generate_series(1, 6) g;
INSERT INTO visits SELECT g, 1 + g % 20, 1 + g % 6, timestamptz '2024-01-01 08:00+00' + g * interval '31 hours',
  CASE WHEN g % 7 > 0 THEN timestamptz '2024-01-01 08:00+00' + g * interval '31 hours' + (g % 5) * interval '9 hours' END,
  (g * 37 % 500) + 0.25, (ARRAY['freight','cruise','repair'])[1 + g % 3]::visit_kind, g % 6, (g % 10) / 10.0,
  daterange(date '2024-01-01' + g, date '2024-01-05' + g), md5(g::text)::uuid FROM generate_series(1, 200) g;
INSERT INTO cargo SELECT v, i, (v * 7 % 90) + 0.5, v % 11 = 0 FROM generate_series(1, 200) v, unnest(ARRAY['grain','steel','toys']) i WHERE (v + length(i)) % 2 = 0;
INSERT INTO crew SELECT g, 1 + g % 20, 'Crew ' || g, NULLIF(g / 3, 0), 1000 + g * 13, date '2015-03-01' + g * 11, ('10.0.0.' || g)::inet, decode(lpad(to_hex(g), 4, '0'), 'hex') FROM generate_series(1, 60) g;
INSERT INTO "Odd Table" VALUES ('x', 1, 'ä', 2, 'it''s'), ('y', 2, '日本', 3, '--'), (NULL, 3, '🚢', NULL, '/* */');
INSERT INTO archive.visits SELECT g, 'old ' || g, date '2001-01-01' + g FROM generate_series(1, 9) g;
INSERT INTO logins VALUES ('root', 'hunter2');

-- What an attacker would like to reach.
CREATE TYPE grade AS ENUM ('a', 'b');
CREATE FUNCTION sink_grade(g grade) RETURNS text LANGUAGE plpgsql AS $$ BEGIN DELETE FROM cargo; RETURN 'a'; END $$;
CREATE CAST (grade AS text) WITH FUNCTION sink_grade AS IMPLICIT;
CREATE TABLE hulls (id int, grade grade);
INSERT INTO hulls SELECT g, 'a' FROM generate_series(1, 5) g;
CREATE FUNCTION scuttle() RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN DELETE FROM cargo; RETURN 1; END $$;
CREATE FUNCTION sink(s ships) RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM cargo; RETURN s.id; END $$;
CREATE FUNCTION sink_any(s anyelement) RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM cargo; RETURN 1; END $$;
CREATE FUNCTION sink_int(a int, b int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM cargo; RETURN a; END $$;
CREATE FUNCTION public.lower(a int) RETURNS text LANGUAGE plpgsql AS $$ BEGIN DELETE FROM cargo; RETURN 'x'; END $$;
CREATE FUNCTION public.round(a int, b int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM cargo; RETURN 1; END $$;
CREATE VIEW watch AS SELECT id, sink_int(id, 1) FROM ships;
CREATE OPERATOR public.!!! (leftarg = int, rightarg = int, function = sink_int);
CREATE FUNCTION sink_row(s ships, b int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM cargo; RETURN b; END $$;
CREATE OPERATOR public.+ (leftarg = ships, rightarg = int, function = sink_row);
CREATE OPERATOR public.@> (leftarg = ships, rightarg = int, function = sink_row);
