-- Escape-room operator in three cities: rooms and bookings with slot time, channel, group, result and rating.
CREATE TABLE rooms (room_id INTEGER PRIMARY KEY, title TEXT, venue TEXT, theme TEXT, difficulty INTEGER, max_players INTEGER, opened DATE, closed DATE);
CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, room_id INTEGER REFERENCES rooms(room_id), booked_at TIMESTAMP, slot TIMESTAMP, channel TEXT, occasion TEXT, players INTEGER, price REAL, status TEXT, game_master TEXT, escaped INTEGER, minutes_used INTEGER, hints INTEGER, rating INTEGER);
INSERT INTO rooms VALUES
 (1,'The Clockmaker','Leeds','steampunk',3,6,'2022-04-01',NULL),
 (2,'Bunker 19','Leeds','war',4,6,'2022-04-01',NULL),
 (3,'Granny''s Attic','Leeds','family',1,5,'2023-02-11',NULL),
 (4,'Vault of Osiris','Bristol','adventure',3,6,'2022-09-15',NULL),
 (5,'Ward Thirteen','Bristol','horror',5,4,'2022-10-31',NULL),
 (6,'Pirate Cove','Bristol','family',2,8,'2023-06-01','2025-03-31'),
 (7,'Signal Lost','Cardiff','sci-fi',4,6,'2024-01-20',NULL),
 (8,'The Cellar','Cardiff','horror',4,5,'2024-01-20',NULL),
 (9,'Candy Heist','Cardiff','family',2,6,'2024-07-05',NULL),
 (10,'Midnight Express','Leeds','adventure',3,6,NULL,NULL);
INSERT INTO bookings
SELECT 10001 + n, rm, datetime(sl, '-' || (1 + (f % 23) * (1 + g % 2)) || ' days', '+' || (b % 600) || ' minutes'), sl, ch, CASE WHEN h % 9 = 0 THEN NULL ELSE pick(f, 'friends','birthday','corporate','friends','family','stag/hen','friends','family','corporate') END, pl,
 round(pl * pick(e, 22, 22, 24, 26, 19.5) * CASE ch WHEN 'voucher site' THEN 0.7 ELSE 1 END, 2), st, CASE WHEN st IN ('played') THEN pick(g + rm, 'Ffion','Marek','Tasha','Ollie','Ffion','Deepa') END,
 CASE WHEN st = 'played' THEN (d % 100) < 78 - df * 9 END, CASE WHEN st = 'played' THEN CASE WHEN (d % 100) < 78 - df * 9 THEN 60 - d % 24 ELSE 60 END END, CASE WHEN st = 'played' THEN (c + df) % 7 END, CASE WHEN st = 'played' AND h % 3 <> 0 THEN pick(c, 5,5,4,5,3,4,2,5,4,1) END
FROM (SELECT z.*, r.difficulty AS df, CASE WHEN sl > '2025-11-15' THEN 'confirmed' WHEN h % 13 = 0 THEN 'cancelled' WHEN h % 29 = 0 THEN 'no-show' ELSE 'played' END AS st FROM
 (SELECT n, a, b, c, d, e, f, g, h, 1 + pick(b, 0,1,2,3,4,5,6,7,8,0,1,3,0) AS rm, day(a, '2023-03-01', 1004) || ' ' || pick(c * 7 + d % 5, '10:30:00','12:00:00','13:30:00','15:00:00','16:30:00','18:00:00','19:30:00','21:00:00','18:00:00','19:30:00','15:00:00') AS sl,
  pick(d, 'website','website','phone','website','voucher site','walk-in','partner hotel','website') AS ch, 2 + pick(e, 0,1,2,2,3,2,4) AS pl FROM rolls WHERE n < 1150) z JOIN rooms r ON r.room_id = z.rm WHERE date(sl) >= r.opened AND (r.closed IS NULL OR date(sl) <= r.closed));
