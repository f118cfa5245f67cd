"""Prepared examples -> tensors.

Everything about language and databases is done before, in Go (train/cmd/prepare): words are split into pieces, names linked, values found.
What is left is the layout of one example, which internal/brain/link does for a live question; check() holds the two against each other.

An item is a word of the question, a table, a column, or a value, in this order. An example has
  s schema, q pieces of each word, x how many of the words are the context of a follow-up, l name links [first, end, is column, number, kind],
  v values [column or -1 for a period, pieces, first word or -1, end, kind], d columns left out, y target [kind, number]..., g group of examples.
"""
import gzip, json, random
import numpy as np
from vary import vary

CLS, SEP, MASK, COLON, COMMA, PAREN = 101, 102, 103, 1024, 1010, 1006
RELATIONS, WINDOW = 64, 512
EXACT, FUZZY, LISTED, PERIOD, EARLIER = range(5)  # kinds of values
WORD, TABLE, COLUMN, VALUE, QUESTION = range(5)  # kinds of target tokens


class Schema:
    def __init__(self, o):
        self.raw = o
        self.tables, self.columns, self.table_of = o["t"], o["c"], np.array(o["tab"])
        self.types, self.primary = o["ct"], set(o["pk"])
        self.foreign = {c for pair in o["fk"] for c in pair}
        entities = set(o["ek"])
        nt, nc = len(self.tables), len(self.columns)
        self.columns_of = [[c for c in range(nc) if self.table_of[c] == t] for t in range(nt)]
        m = np.zeros((nt + nc, nt + nc), np.uint8)
        m[:nt, :nt], m[:nt, nt:], m[nt:, :nt], m[nt:, nt:] = 26, 29, 32, 38
        names = np.array(o["nm"])
        cc = m[nt:, nt:]
        cc[names[:, None] == names[None]] = 37
        cc[self.table_of[:, None] == self.table_of[None]] = 34
        for c in range(nc):
            m[nt + c, nt + c] = 33
            t = self.table_of[c]
            if t >= 0:
                key = c in self.primary
                m[t, nt + c], m[nt + c, t] = (28, 31) if key else (27, 30)
        for t in range(nt):
            m[t, t] = 22
        for a, b in o["fk"]:
            m[nt + a, nt + b], m[nt + b, nt + a] = 35, 36
            p, q = self.table_of[a], self.table_of[b]
            if p != q:
                m[p, q] = 23 if m[p, q] in (26, 23) else 25
                m[q, p] = 24 if m[q, p] in (26, 24) else 25
        self.relations = m
        f = np.zeros((nt + nc, 5), np.int64)  # kind, type, key, link, value
        f[:nt, 0], f[nt:, 0], f[nt, 0] = 1, 2, 4
        f[nt:, 1] = 1 + np.array(self.types)
        f[nt:, 2] = [(c in self.primary) + 2 * (c in self.foreign) or 4 * (c in entities) for c in range(nc)]
        self.features = f
        self.times = np.flatnonzero(np.array(self.types) == 2)


def build(e, schemas, vocabulary, train=False, mask_words=0.05, drop_links=0.2, varied=0.0):
    s = schemas[e["s"]]
    if train and random.random() < varied:
        e, raw = vary(e, s.raw, random.choice(schemas).raw)
        s = Schema(raw)
    words, values, links = e["q"], e["v"], e["l"]
    nq, nt, nc, nv = len(words), len(s.tables), len(s.columns), len(values)
    t0, c0, v0 = nq, nq + nt, nq + nt + nc
    n = v0 + nv
    target = e.get("y")
    if train and random.random() < drop_links:
        links = [l for l in links if random.random() < 0.5]
    keep_words = {x[1] for x in target or () if x[0] == QUESTION}
    ids, seg = [CLS], [-1]

    def put(pieces, item):
        ids.extend(pieces)
        seg.extend([item] * len(pieces))

    for i, p in enumerate(words):
        if i == e["x"] and i > 0:
            put([SEP], -1)
        put([MASK] if train and i not in keep_words and random.random() < mask_words else p, i)
    put([SEP], -1)
    question_tokens = len(ids)
    by_column = {}
    for k, v in enumerate(values):
        if v[0] < 0:
            put([PAREN], -1)
            put(v[1], v0 + k)
        else:
            by_column.setdefault(v[0], []).append(k)
    if any(v[0] < 0 for v in values):
        put([SEP], -1)
    order = list(range(nt))
    left_out = set(e["d"])
    if train:
        random.shuffle(order)
    for t in order:
        put(s.tables[t], t0 + t)
        put([COLON], -1)
        columns = s.columns_of[t]
        if train and random.random() < 0.5:
            columns = random.sample(columns, len(columns))
        for c in columns:
            if c in left_out:
                continue
            put(s.columns[c], c0 + c)
            for k in by_column.get(c, ()):
                put([PAREN], -1)
                put(values[k][1], v0 + k)
            put([COMMA], -1)
        put([SEP], -1)
    ids, seg = ids[:WINDOW], seg[:WINDOW]

    r = np.zeros((n, n), np.uint8)
    at = np.arange(nq)
    r[:nq, :nq] = np.clip(at[None] - at[:, None], -4, 4) + 5
    x = e["x"]
    r[:x, x:nq], r[x:nq, :x] = 58, 59
    r[:nq, t0:c0], r[:nq, c0:v0], r[t0:c0, :nq], r[c0:v0, :nq] = 44, 45, 46, 47
    r[t0:v0, t0:v0] = s.relations
    f = np.zeros((n, 5), np.int64)  # kind, type, key, link, value
    f[:x, 0] = 6
    f[t0:v0] = s.features
    f[v0:, 0] = 3
    for first, end, is_column, number, kind in links:
        o = (c0 if is_column else t0) + number
        if kind == 3:
            there, back = (50, 51) if is_column else (48, 49)
        else:
            there = (14 if is_column else 10) + kind - 1
            back = there + 2
        r[first:end, o], r[o, first:end] = there, back
        if f[o, 3] != 1:
            f[o, 3] = kind if kind < 3 else max(f[o, 3], 5)
        f[first:end, 3] = np.maximum(f[first:end, 3], 4 if is_column else 3)
    for k, (column, _, first, end, kind) in enumerate(values):
        o = v0 + k
        if kind == PERIOD:
            f[o, 0] = 5
            r[c0 + s.times, o], r[o, c0 + s.times] = 56, 57
            if first >= 0:
                r[first:end, o], r[o, first:end] = 60, 61
                f[first:end, 4] = 5
            continue
        if first >= 0:
            fuzzy = kind == FUZZY
            r[first:end, c0 + column], r[c0 + column, first:end] = (52, 53) if fuzzy else (18, 19)
            r[first:end, o], r[o, first:end] = (54, 55) if fuzzy else (20, 21)
            f[c0 + column, 4] = 1
            f[first:end, 4] = 2
        f[o, 4] = {EXACT: 0, FUZZY: 4, LISTED: 3, EARLIER: 6}[kind]
        r[c0 + column, o], r[o, c0 + column] = 39, 40
        t = t0 + s.table_of[column]
        r[t, o], r[o, t] = 41, 42
    y, linked = None, np.zeros(n, np.float32)
    if target is not None:
        y = []
        offset = {TABLE: t0, COLUMN: c0, VALUE: v0, QUESTION: 0}
        for kind, number in target:
            y.append(number if kind == WORD else vocabulary + offset[kind] + number)
            if kind in (TABLE, COLUMN):
                linked[offset[kind] + number] = 1
            if kind == COLUMN and s.table_of[number] >= 0:
                linked[t0 + s.table_of[number]] = 1
        y.append(2)  # <eos>
    return dict(ids=ids, seg=seg, question=question_tokens, r=r, f=f, n=n, y=y, linked=linked, schema=(t0, v0))


def collate(batch):
    size = len(batch)
    up = lambda v, step: (v + step - 1) // step * step
    tokens = min(WINDOW, up(max(len(b["ids"]) for b in batch), 32))
    items = up(max(b["n"] for b in batch), 16)
    steps = up(max(len(b["y"] or [0]) for b in batch), 4)
    o = dict(ids=np.zeros((size, tokens), np.int64), seg=np.full((size, tokens), items, np.int64), kind=np.ones((size, tokens), np.int64),
             seen=np.zeros((size, tokens), bool), r=np.zeros((size, items, items), np.uint8), f=np.zeros((size, items, 5), np.int64),
             items=np.zeros((size, items), bool), y=np.full((size, steps), -1, np.int64), linked=np.zeros((size, items), np.float32),
             schema=np.zeros((size, items), bool))
    for i, b in enumerate(batch):
        t, n = len(b["ids"]), b["n"]
        seg = np.array(b["seg"])
        o["ids"][i, :t] = b["ids"]
        o["seg"][i, :t] = np.where(seg < 0, items, seg)
        o["kind"][i, :b["question"]] = 0
        o["seen"][i, :t] = True
        o["r"][i, :n, :n] = b["r"]
        o["f"][i, :n] = b["f"]
        o["items"][i, :n] = True
        o["linked"][i, :n] = b["linked"]
        o["schema"][i, b["schema"][0]:b["schema"][1]] = True
        if b["y"]:
            o["y"][i, :len(b["y"])] = b["y"]
    return o


def read(path):
    with gzip.open(path, "rt") as f:
        return [json.loads(line) for line in f]


def check(folder, schemas, vocabulary):
    """Fails when the layout here is not the one that internal/brain/link made of the same examples."""
    for n, e in enumerate(read(f"{folder}/check.jsonl.gz")):
        b = build(e["example"], schemas, vocabulary)
        want = e["input"]
        assert b["ids"] == want["ids"], ("ids", n, b["ids"], want["ids"])
        assert b["seg"] == want["seg"], ("seg", n)
        assert b["question"] == want["question"], ("question", n)
        r = np.array(want["r"], np.uint8).reshape(b["n"], b["n"])
        assert (b["r"] == r).all(), ("relations", n, np.argwhere(b["r"] != r)[:5].tolist())
        f = np.array(want["f"]).reshape(b["n"], 5)
        assert (b["f"] == f).all(), ("features", n, np.argwhere(b["f"] != f)[:5].tolist())
    return n + 1
