package main

import (
	"database/sql"
	"errors"
	"os"
	"time"

	"github.com/mattn/go-sqlite3" // runs the scripts
)

// driver is SQLite with what scripts may use beside SQL.
const driver = "sqlite3_written"

func init() {
	sql.Register(driver, &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
		return errors.Join(c.RegisterFunc("pick", pick, true), c.RegisterFunc("day", day, true))
	}})
}

// pick is the value at place n, counted around the list.
func pick(n int64, values ...any) any {
	if len(values) == 0 {
		return nil
	}
	return values[((n%int64(len(values)))+int64(len(values)))%int64(len(values))]
}

// day is the date n days after the first, counted around so many days.
func day(n int64, first string, days int64) (string, error) {
	t, err := time.Parse(time.DateOnly, first)
	if err != nil {
		return "", err
	}
	return t.AddDate(0, 0, int(n%max(days, 1))).Format(time.DateOnly), nil
}

// rolls is a table of numbers that look random and are the same in every run:
// n counts from 0 to 4999, a to h are below a million.
const rolls = `CREATE TEMP TABLE rolls AS
WITH RECURSIVE r(n, a, b, c, d, e, f, g, h) AS (
	SELECT 0, 123457, 234571, 345679, 456791, 567899, 678907, 789017, 890123
	UNION ALL
	SELECT n + 1, (a * 48271 + 11) % 1000003, (b * 40014 + 7 * a) % 1000003, (c * 69621 + 13) % 999983, (d * 16807 + 3 * c) % 999979,
		(e * 39373 + 17) % 999961, (f * 45991 + 5 * e) % 999959, (g * 30269 + 19) % 999953, (h * 26245 + 3 * g) % 999931
	FROM r WHERE n < 4999
)
SELECT n, a % 1000000 AS a, b % 1000000 AS b, c, d, e, f, g, h FROM r`

// build makes a database of a script.
func build(script, path string) error {
	text, err := os.ReadFile(script)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return err
	}
	db, err := sql.Open(driver, path)
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1) // the table of rolls belongs to one connection
	if _, err = db.Exec(rolls); err == nil {
		_, err = db.Exec("BEGIN;\n" + string(text) + "\n;COMMIT")
	}
	return errors.Join(err, db.Close())
}
