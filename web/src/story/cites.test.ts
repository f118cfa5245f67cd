import { describe, expect, test } from "vitest";
import type { Citation } from "../api/types";
import { cited, cites, placeOf } from "./cites";
import { parseStory, type Inline } from "./parse";

const cite = (number: number, at: number, end: number, more: Partial<Citation> = {}): Citation =>
  ({ number, at, end, passage: `p${number}`, document: "d", title: "Handbook", source: "handbook", quote: "", hash: "", ...more });

const said = (list: Inline[]): string => list.map((node) => (node.type === "cite" ? `[${node.number}]` : node.type === "text" || node.type === "code" ? node.text : said(node.children))).join("");

describe("citations", () => {
  test("stand behind the last words that rest on the same passage", () => {
    const text = "Refunds take 14 days. They need a receipt. Gifts do not.";
    expect(cites(text, [cite(1, 0, 21), cite(1, 22, 42), cite(2, 43, 56)])).toEqual([{ at: 42, number: 1 }, { at: 56, number: 2 }]);
  });

  test("count bytes, and letters may have several", () => {
    const text = "Größe zählt. Ende.";
    const end = new TextEncoder().encode("Größe zählt.").length;
    expect(cites(text, [cite(1, 0, end)])).toEqual([{ at: 12, number: 1 }]);
    expect(cites(text, [cite(1, 0, 900)])).toEqual([]);
  });

  test("are in the story where they belong, once each", () => {
    const text = "**Refunds** take 14 days. They need a receipt.\n\n- one\n- two";
    const story = parseStory({ text }, [cite(1, 0, 25), cite(2, 26, 46), cite(3, 48, 53), cite(4, 54, 59)]);
    expect(said(story.lead)).toBe("Refunds take 14 days.[1] ");
    expect(story.rest.map((block) => (block.type === "list" ? block.items.map(said).join("; ") : block.type === "table" ? "" : said(block.children)))).toEqual(["They need a receipt.[2]", "one[3]; two[4]"]);
  });

  test("say where a passage is", () => {
    expect(cited([cite(2, 5, 9), cite(1, 0, 4), cite(2, 9, 12)]).map(({ number }) => number)).toEqual([1, 2]);
    expect(placeOf(cite(1, 0, 1, { section: ["Handbook", "Refunds"], page: 3 }))).toBe("Handbook › Refunds, page 3");
    expect(placeOf(cite(1, 0, 1, { title: "", address: "a.xlsx", sheet: "Q1" }))).toBe("a.xlsx, sheet Q1");
  });
});
