-- Chance without randomness: a die has a name, and the n-th throw of the die
-- of that name always falls the same way. Only whole numbers are used, so the
-- answer is the same on every machine and with any number of threads.

-- The steps of a 32-bit integer hash; each keeps the value below 2^32,
-- so that no product leaves a UBIGINT.
CREATE TEMP MACRO scramble_first(x) AS (xor(x, x >> 16) * 2146121005::UBIGINT) & 4294967295;
CREATE TEMP MACRO scramble_second(x) AS (xor(x, x >> 15) * 2221713035::UBIGINT) & 4294967295;
CREATE TEMP MACRO scramble_last(x) AS xor(x, x >> 16);
CREATE TEMP MACRO scramble(x) AS scramble_last(scramble_second(scramble_first(x)));

CREATE TEMP MACRO throw_of(name, n) AS
    scramble((n::UBIGINT + (md5_number_lower(name) & 4294967295)) & 4294967295);

-- dice: a whole number from 0 to sides - 1.
CREATE TEMP MACRO dice(name, n, sides) AS
    ((throw_of(name, n) * sides::UBIGINT) >> 32)::BIGINT;

-- spread: a whole number from low to high, both included.
CREATE TEMP MACRO spread(name, n, low, high) AS low + dice(name, n, high - low + 1);

-- chance: true in the given number of cases out of a hundred.
CREATE TEMP MACRO chance(name, n, percent) AS dice(name, n, 100) < percent;

-- one_of: an element of the list; one that is listed twice comes twice as often.
CREATE TEMP MACRO one_of(name, n, choices) AS choices[1 + dice(name, n, len(choices))];

-- whole: a whole number near thousandths / 1000, rounded up as often as it must
-- be for the average to be right.
CREATE TEMP MACRO whole(name, n, thousandths) AS
    (thousandths // 1000 + (dice(name, n, 1000) < thousandths % 1000)::BIGINT);

-- money: cents as an exact decimal.
CREATE TEMP MACRO money(cents) AS (cents * 0.01)::DECIMAL(12, 2);

-- uuid_of: a well-formed identifier that depends on the text alone.
CREATE TEMP MACRO uuid_of(words) AS
    (left(md5(words), 12) || '4' || substr(md5(words), 14, 3) || 'a' || right(md5(words), 15))::UUID;
