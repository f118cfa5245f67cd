-- Scrape of an anime list site: one wide table, genres as a comma list, text dates, unknown episodes.
CREATE TABLE anime (rank INTEGER, title TEXT, type TEXT, source TEXT, episodes INTEGER, duration_min INTEGER, status TEXT, aired_from TEXT, aired_to TEXT, studio TEXT, genres TEXT, rating TEXT, score REAL, scored_by INTEGER, members INTEGER, favorites INTEGER);
INSERT INTO anime SELECT 0, pick(a, 'Silent','Crimson','Paper','Lunar','Iron','Hidden','Sakura','Final','Electric','Glass','Northern','Midnight','Blue') || ' ' || pick(b, 'Garden','Blade','Academy','Letters','Orbit','Kingdom','Detective','Kitchen','Requiem','Rail','Diary') || CASE WHEN n % 5 = 0 THEN ' II' WHEN n % 7 = 0 THEN ': The Movie' WHEN n % 11 = 0 THEN ' Zero' ELSE '' END,
 CASE WHEN n % 7 = 0 AND n % 5 > 0 THEN 'Movie' ELSE pick(c, 'TV','TV','TV','OVA','ONA','Special','TV') END, pick(d, 'Manga','Manga','Light novel','Original','Game','Manga','Web manga'),
 CASE WHEN n % 7 = 0 AND n % 5 > 0 THEN 1 WHEN e % 23 = 0 THEN NULL ELSE pick(e, 12, 13, 24, 12, 26, 6, 50 + e % 7, 12, 25, 52 + e % 97) END, CASE WHEN n % 7 = 0 AND n % 5 > 0 THEN 80 + f % 50 ELSE pick(f, 24, 24, 23, 25, 12, 28) END,
 'Finished Airing', day(g * 7 + h, '1988-01-10', 13700), NULL, CASE WHEN h % 19 = 0 THEN NULL ELSE pick(h, 'Studio Kaze','Hoshi Works','Hoshi Works','Nanairo','Tetsu Film','Kumo Animation','Studio Kaze','Aoi Pictures') END,
 pick(a / 7, 'Action, Adventure','Comedy, Slice of Life','Drama, Romance','Action, Sci-Fi','Fantasy, Adventure','Mystery, Drama','Sports, Comedy','Horror, Mystery','Romance, Comedy','Sci-Fi, Drama'), pick(b / 11, 'PG-13','PG-13','R','G','PG','PG-13'),
 CASE WHEN c % 29 = 0 THEN NULL ELSE round(5.4 + (d % 330) / 100.0 + CASE WHEN h % 8 IN (1, 2) THEN 0.4 ELSE 0 END, 2) END, 0, 400 + (e % 900) * (f % 700), 0 FROM rolls WHERE n BETWEEN 1 AND 260;
DELETE FROM anime WHERE rowid NOT IN (SELECT MIN(rowid) FROM anime GROUP BY title);
UPDATE anime SET aired_to = CASE WHEN type = 'Movie' THEN aired_from ELSE date(aired_from, '+' || (coalesce(episodes, 12) * 7) || ' days') END;
UPDATE anime SET status = CASE WHEN aired_to > '2025-11-15' OR episodes IS NULL THEN 'Currently Airing' ELSE status END;
UPDATE anime SET aired_to = NULL WHERE status = 'Currently Airing';
UPDATE anime SET scored_by = CASE WHEN score IS NULL THEN 0 ELSE members * 6 / 10 END, favorites = CASE WHEN score > 7.5 THEN members / 40 ELSE members / 400 END;
UPDATE anime SET rank = (SELECT COUNT(*) + 1 FROM anime b WHERE b.score > anime.score OR (b.score = anime.score AND b.rowid < anime.rowid)) WHERE score IS NOT NULL;
UPDATE anime SET rank = NULL WHERE score IS NULL;
UPDATE anime SET studio = 'Nanairo' WHERE studio = 'Aoi Pictures' AND type = 'Movie';
