-- An invented hotel: rooms, bookings and repairs.

CREATE TABLE rooms (
    room_no INTEGER PRIMARY KEY, room_type TEXT NOT NULL, floor INTEGER NOT NULL, nightly_rate NUMERIC NOT NULL
);
CREATE TABLE bookings (
    booking_id INTEGER PRIMARY KEY, room_no INTEGER NOT NULL REFERENCES rooms (room_no), guest_name TEXT NOT NULL, booked_on TEXT NOT NULL,
    check_in TEXT NOT NULL, check_out TEXT NOT NULL, room_charge NUMERIC NOT NULL, minibar_charge NUMERIC NOT NULL, discount_amount NUMERIC NOT NULL,
    deposit NUMERIC NOT NULL, booking_status TEXT NOT NULL, source TEXT NOT NULL
);
CREATE TABLE repairs (
    repair_id INTEGER PRIMARY KEY, room_no INTEGER NOT NULL REFERENCES rooms (room_no), technician TEXT NOT NULL, reported_on TEXT NOT NULL, fixed_on TEXT,
    parts_cost NUMERIC NOT NULL, labour_cost NUMERIC NOT NULL, status TEXT NOT NULL
);

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO rooms SELECT 100 + i, CASE i % 3 WHEN 0 THEN 'suite' WHEN 1 THEN 'double' ELSE 'single' END, 1 + i % 4, 60 + 15 * (i % 5) FROM n;

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 260)
INSERT INTO bookings
SELECT i, 101 + i * 7 % 24, CASE i % 5 WHEN 0 THEN 'Ada Voss' WHEN 1 THEN 'Bram Kole' WHEN 2 THEN 'Cleo Ortiz' WHEN 3 THEN 'Dov Ferris' ELSE 'Esme Hart' END,
       date('2023-11-20', '+' || (i * 2 + 42 - i * 11 % 40) || ' days'), date('2024-01-01', '+' || (i * 2 + 3) || ' days'),
       date('2024-01-01', '+' || (i * 2 + 4 + i * 3 % 6) || ' days'), (1 + i * 3 % 6) * (60 + i % 5 * 15), i * 7 % 25, CASE WHEN i % 4 = 0 THEN 20 ELSE 0 END, 40 + i % 3 * 10,
       CASE i % 9 WHEN 3 THEN 'cancelled' WHEN 6 THEN 'no show' ELSE 'confirmed' END, CASE i % 4 WHEN 0 THEN 'agency' WHEN 1 THEN 'website' ELSE 'phone' END
FROM n;

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
INSERT INTO repairs
SELECT i, 101 + i * 5 % 24, CASE i % 3 WHEN 0 THEN 'Ivo' WHEN 1 THEN 'Juno' ELSE 'Kit' END, date('2024-01-10', '+' || (i * 7) || ' days'),
       CASE WHEN i % 10 = 7 THEN NULL ELSE date('2024-01-10', '+' || (i * 7 + 1 + i * 3 % 8 + 2 * (i % 3)) || ' days') END, 10 + i * 13 % 120, 30 + i * 17 % 90,
       CASE i % 10 WHEN 7 THEN 'open' ELSE 'done' END
FROM n;
