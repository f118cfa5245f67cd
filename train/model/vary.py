"""Other databases for the same question: columns and tables that it does not use are left out, foreign ones put beside.

A parser that sees a question over one schema only learns the schema by heart. What a question needs stays, so its target does.
"""
import random

WORD, TABLE, COLUMN, VALUE, QUESTION = range(5)  # kinds of target tokens, as in data.py
TIME = 2  # the type of columns that hold times
ROOM = 430  # pieces of names in the window; values and the question need the rest


def vary(e, o, other):
    """Returns example and schema as they would be over a changed database; other is the schema that foreign names come from."""
    used_columns, used_tables, used_values = needed(e, o)
    tables, columns = list(range(len(o["t"]))), set(range(len(o["c"])))
    if len(used_tables) == 1 and random.random() < 0.7:
        rate = random.random()
        tables = [t for t in tables if t in used_tables or random.random() > rate]
    kept = set(tables)
    rate = random.random() * 0.7
    fixed = used_columns | {c for c in columns if o["tab"][c] < 0}
    if len(used_tables) != 1:  # keys may be needed to get from one table to another
        fixed |= {c for pair in o["fk"] for c in pair} | set(o["pk"])
    columns = {c for c in columns if c in fixed or o["tab"][c] in kept and random.random() > rate}
    foreign = foreign_columns(e, o, other) if random.random() < 0.5 else []
    return rebuild(e, o, tables, sorted(columns), other, foreign, used_tables, used_values)


def needed(e, o):
    columns = {n for kind, n in e["y"] if kind == COLUMN}
    values = {n for kind, n in e["y"] if kind == VALUE}
    columns |= {e["v"][n][0] for n in values if e["v"][n][0] >= 0}
    tables = {n for kind, n in e["y"] if kind == TABLE} | {o["tab"][c] for c in columns if o["tab"][c] >= 0}
    return columns, tables, values


def foreign_columns(e, o, other):
    """Columns of another database that no word of the question, and no name here, has a piece in common with."""
    taken = {p for word in e["q"] for p in word} | {p for name in o["c"] for p in name}
    keys = {c for pair in other["fk"] for c in pair} | set(other["pk"])
    free = [c for c in range(len(other["c"])) if other["tab"][c] >= 0 and c not in keys and other["ct"][c] != TIME and not taken.intersection(other["c"][c])]
    room = ROOM - sum(len(p) + 1 for p in o["c"])
    chosen = []
    for c in random.sample(free, min(len(free), random.choice((1, 2, 3, 5, 8, 13)))):
        room -= len(other["c"][c]) + 1
        if room > 0:
            chosen.append(c)
    return chosen


def rebuild(e, o, tables, columns, other, foreign, used_tables, used_values):
    table_number = {t: n for n, t in enumerate(tables)}
    number = {c: n for n, c in enumerate(columns)}
    s = dict(t=[o["t"][t] for t in tables], c=[o["c"][c] for c in columns], tab=[table_number.get(o["tab"][c], -1) for c in columns],
             ct=[o["ct"][c] for c in columns], nm=[o["nm"][c] for c in columns], pk=[number[c] for c in o["pk"] if c in number],
             ek=[number[c] for c in o["ek"] if c in number], fk=[[number[a], number[b]] for a, b in o["fk"] if a in number and b in number])
    homes = [table_number[t] for t in used_tables] or list(range(len(tables)))
    for c in foreign:
        s["c"].append(other["c"][c])
        s["tab"].append(random.choice(homes))
        s["ct"].append(other["ct"][c])
        s["nm"].append(1_000_000 + other["nm"][c])
    values = [k for k, v in enumerate(e["v"]) if k in used_values or v[0] < 0 or v[0] in number]
    value_number = {k: n for n, k in enumerate(values)}
    to = {WORD: None, QUESTION: None, TABLE: table_number, COLUMN: number, VALUE: value_number}
    links = [[first, end, is_column, (number if is_column else table_number).get(n), kind] for first, end, is_column, n, kind in e["l"]]
    changed = dict(e, l=[l for l in links if l[3] is not None], v=[[number.get(v[0], -1) if v[0] >= 0 else -1, *v[1:]] for v in (e["v"][k] for k in values)],
                   d=[number[c] for c in e["d"] if c in number], y=[[kind, n if to[kind] is None else to[kind][n]] for kind, n in e["y"]])
    return changed, s
