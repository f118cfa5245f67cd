import { describe, expect, test } from "vitest";
import { around, layout, type Link } from "./diagram";

const rows = (tables: number, links: Link[]) => {
  const d = layout(tables, links);
  const at = (t: number) => d.order.indexOf(t);
  return { ...d, spans: d.brackets.map((b) => ({ lane: b.lane, top: Math.min(at(b.from), at(b.to)), bottom: Math.max(at(b.from), at(b.to)) })) };
};

describe("layout", () => {
  test("every table has a row, also one without relations", () => {
    expect(layout(4, [{ from: 0, to: 2 }]).order.sort()).toEqual([0, 1, 2, 3]);
  });

  test("a chain becomes neighbours and needs one lane", () => {
    const d = layout(4, [{ from: 0, to: 3 }, { from: 3, to: 1 }, { from: 1, to: 2 }]);
    expect(d.lanes).toBe(1);
  });

  test("brackets in the same lane do not overlap", () => {
    const links: Link[] = [];
    for (let i = 1; i < 12; i++) links.push({ from: i, to: (i * 7) % 5 }, { from: i, to: (i * 3) % 11 });
    const { spans } = rows(12, links);
    for (const [i, a] of spans.entries()) {
      for (const b of spans.slice(i + 1)) {
        if (a.lane === b.lane) expect(a.top >= b.bottom || b.top >= a.bottom, JSON.stringify([a, b])).toBe(true);
      }
    }
  });

  test("a table's relation to itself and one to nowhere are left out", () => {
    expect(layout(2, [{ from: 0, to: 0 }, { from: 0, to: 7 }, { from: -1, to: 1 }]).brackets).toEqual([]);
  });

  test("each bracket says which relation it is", () => {
    const d = layout(3, [{ from: 0, to: 0 }, { from: 2, to: 1 }]);
    expect(d.brackets.map((b) => b.link)).toEqual([1]);
  });
});

test("of many tables those around one are drawn, with what joins them", () => {
  const joined = (from_table: string, to_table: string) => ({ from_table, to_table });
  const many = [joined("a", "b"), joined("a", "c"), joined("b", "c"), joined("c", "d"), joined("d", "e"), joined("d", "f"), joined("d", "g"), joined("d", "d")];
  expect(around(many, "a", 10)).toEqual({ centre: "a", relations: [many[0], many[1], many[2]] });
  expect(around(many, "gone", 10)).toEqual({ centre: "d", relations: many.slice(3) });
  expect(new Set(around(many, "d", 3).relations.flatMap((r) => [r.from_table, r.to_table])).size).toBe(3);
  expect(around([], "", 3)).toEqual({ centre: "", relations: [] });
});
