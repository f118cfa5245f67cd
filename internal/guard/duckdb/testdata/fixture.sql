-- A harbour: what the guard's tests read, and must never change.
CREATE TYPE visit_kind AS ENUM ('freight', 'cruise', 'repair');
CREATE TABLE ships (
  id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, flag VARCHAR, built DATE, tonnage DECIMAL(12,2), active BOOLEAN,
  notes JSON, tags VARCHAR[], home STRUCT(lat DOUBLE, lon DOUBLE), props MAP(VARCHAR, INTEGER), "order" INTEGER
);
CREATE TABLE berths (id INTEGER PRIMARY KEY, quay VARCHAR, length_m DOUBLE, deep BOOLEAN, opened TIME, label VARCHAR);
CREATE TABLE visits (
  id BIGINT PRIMARY KEY, ship_id INTEGER, berth_id INTEGER, arrived TIMESTAMP, departed TIMESTAMP,
  fee DECIMAL(10,2), kind visit_kind, rating SMALLINT, token UUID, flags BIT
);
CREATE TABLE cargo (visit_id BIGINT, item VARCHAR, tons DECIMAL(8,2), hazardous BOOLEAN);
CREATE TABLE crew (id INTEGER, ship_id INTEGER, name VARCHAR, boss_id INTEGER, wage DECIMAL(10,2), hired DATE, photo BLOB, big HUGEINT);
CREATE TABLE "Odd Table" ("Select" VARCHAR, "from" INTEGER, "ünïcode" VARCHAR, "a""b" INTEGER, "drop table" VARCHAR);
CREATE SCHEMA archive;
CREATE TABLE archive.visits (id BIGINT, note VARCHAR, closed_on DATE);
CREATE TABLE logins (login VARCHAR, secret VARCHAR);
CREATE SEQUENCE ticket_numbers;

INSERT INTO ships SELECT g, 'Ship ' || g, ['NO','PA','GR',NULL][1 + g % 4], DATE '1990-01-01' + CAST(g * 97 AS INTEGER), g * 1234.56, g % 5 <> 0,
  json_object('hold', g, 'ports', ['A', 'B' || g], 'deep', {'x': g * 1.5}), ['t' || g % 3, 'u' || g % 2],
  {'lat': 50.0 + g, 'lon': g / 10.0}, MAP {'k': g, 'l' || g: 2}, g % 3 FROM range(1, 21) t(g);
INSERT INTO berths SELECT g, ['North','South'][1 + g % 2], 80.5 * g, g % 2 = 0, TIME '06:00' + to_minutes(g * 7), 'B-' || g FROM range(1, 7) t(g);
INSERT INTO visits SELECT g, 1 + g % 20, 1 + g % 6, TIMESTAMP '2024-01-01 08:00' + to_hours(g * 31),
  CASE WHEN g % 7 > 0 THEN TIMESTAMP '2024-01-01 08:00' + to_hours(g * 31 + (g % 5) * 9) END,
  (g * 37 % 500) + 0.25, ['freight','cruise','repair'][1 + g % 3], g % 6, ('00000000-0000-0000-0000-' || lpad(g::VARCHAR, 12, '0'))::UUID, '1010'::BIT FROM range(1, 201) t(g);
INSERT INTO cargo SELECT v, i, (v * 7 % 90) + 0.5, v % 11 = 0 FROM range(1, 201) t(v), (SELECT unnest(['grain','steel','toys']) AS i) WHERE (v + length(i)) % 2 = 0;
INSERT INTO crew SELECT g, 1 + g % 20, 'Crew ' || g, NULLIF(g // 3, 0), 1000 + g * 13, DATE '2015-03-01' + CAST(g * 11 AS INTEGER), encode('p' || g), g::HUGEINT * 10000000000000000000 FROM range(1, 61) t(g);
INSERT INTO "Odd Table" VALUES ('x', 1, 'ä', 2, 'it''s'), ('y', 2, '日本', 3, '--'), (NULL, 3, '🚢', NULL, '/* */');
INSERT INTO archive.visits SELECT g, 'old ' || g, DATE '2001-01-01' + CAST(g AS INTEGER) FROM range(1, 10) t(g);
INSERT INTO logins VALUES ('root', 'hunter2');

-- What an attacker would like to reach.
CREATE MACRO lower(x) AS nextval('ticket_numbers');
CREATE MACRO next_ticket() AS nextval('ticket_numbers');
CREATE MACRO archive.upper(x) AS nextval('ticket_numbers');
CREATE MACRO all_logins() AS TABLE SELECT * FROM logins;
CREATE MACRO json_each(x) AS TABLE SELECT * FROM logins;
