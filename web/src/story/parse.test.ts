import { describe, expect, test } from "vitest";
import type { DataReference } from "../api/types";
import { parseNote, parseStory, type Block, type Inline } from "./parse";
import { indexOfWords, sentences } from "./spans";

const ref = (text: string, rows?: number[]): DataReference => ({ ref_id: `ref-${text}`, text, source: "the rows", ...(rows && { rows }) });

// A story on one line: [claims] in brackets, {doubts} in braces, the tags of
// Markdown around the rest.
function write(list: Inline[]): string {
  return list.map((node) => {
    switch (node.type) {
      case "text":
        return node.ref ? `[${node.text}]` : node.doubt ? `{${node.text}}` : node.text;
      case "code":
        return `<code>${node.text}</code>`;
      case "cite":
        return `(${node.number})`;
      case "link":
        return `<a ${node.href}>${write(node.children)}</a>`;
      default:
        return `<${node.type}>${write(node.children)}</${node.type}>`;
    }
  }).join("");
}

const row = (cells: Inline[][], numeric: boolean[] = []): string => `| ${cells.map((cell, i) => write(cell) + (numeric[i] ? ":" : "")).join(" | ")} |`;

const blocks = (list: Block[]): string[] => list.flatMap((block) => {
  switch (block.type) {
    case "list":
      return block.items.map((item) => `${block.ordered ? "1." : "-"} ${write(item)}`);
    case "table":
      return [row(block.head, block.numeric), ...block.rows.map((cells) => row(cells))];
    default:
      return [`${{ paragraph: "", heading: "# ", quote: "> " }[block.type]}${write(block.children)}`];
  }
});

describe("a story", () => {
  test("has its first sentence before the chart and the rest after it", () => {
    const story = parseStory({ text: "Sales fell 12.5% in Q3. North lost most.\n\nSouth grew.", data_references: [ref("12.5%", [0]), ref("North", [1, 2])] });
    expect(write(story.lead)).toBe("Sales fell [12.5%] in Q3. ");
    expect(blocks(story.rest)).toEqual(["[North] lost most.", "South grew."]);
    expect(story.rows).toEqual([[0], [1, 2], []]);
  });

  test.each<[string, DataReference[], string]>([
    ["finds claims in their order", [ref("3"), ref("3")], "[3] of [3] and 3"],
    ["does not take part of a number", [ref("3")], "13, 3.5, 1,3 and [3]"],
    ["does not take part of a word", [ref("a")], "sales of [a]"],
    ["finds a claim that stands before the last one", [ref("two"), ref("one")], "[one] and [two]"],
    ["leaves out what it does not find", [ref("nine")], "one"],
    ["does not let claims overlap", [ref("1 of 2"), ref("2")], "[1 of 2] and [2]"],
  ])("%s", (_, refs, expected) => {
    expect(write(parseStory({ text: expected.replace(/[[\]]/g, ""), data_references: refs }).lead)).toBe(expected);
  });

  test("finds a claim at the place that it names", () => {
    const text = "Step 5 of “5” is 5.";
    const at = new TextEncoder().encode("Step 5 of “5” is ").length;
    expect(write(parseStory({ text, data_references: [{ ...ref("5"), at }] }).lead)).toBe("Step 5 of “5” is [5].");
    expect(write(parseStory({ text, data_references: [{ ...ref("5"), at: at - 1 }] }).lead)).toBe(text);
  });

  test("marks what is not verified, and claims nothing in it", () => {
    const story = parseStory({ text: "Sales rose. They rose 9% by luck.", unverified: ["They rose 9% by luck."], data_references: [ref("9%")] });
    expect(blocks(story.rest)).toEqual(["{They rose 9% by luck.}"]);
  });

  test("keeps a claim through emphasis", () => {
    expect(write(parseStory({ text: "It is **4.79 million** *now*.", data_references: [ref("4.79 million")] }).lead)).toBe("It is <strong>[4.79 million]</strong> <em>now</em>.");
  });

  test("may begin with a list", () => {
    const story = parseStory({ text: "- one\n- two" });
    expect(story.lead).toEqual([]);
    expect(blocks(story.rest)).toEqual(["- one", "- two"]);
  });

  test("may be empty", () => {
    expect(parseStory({ text: "" })).toEqual({ lead: [], rest: [], rows: [] });
  });

  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[click](javascript:alert(1))",
    "[click](https://example.org)",
    "&lt;b&gt;",
    "5 * 3 * 2 and snake_case_name",
    "** not bold **",
  ])("shows %s as it is", (text) => expect(write(parseStory({ text }).lead)).toBe(text));
});

describe("a note", () => {
  test.each<[string, string[]]>([
    ["# Title\ntext\nmore\n\nnext", ["# Title", "text more", "next"]],
    ["- a\n- b\n1. c\n2. d", ["- a", "- b", "1. c", "1. d"]],
    ["> said\n> so", ["> said so"]],
    ["see [the docs](https://example.org/a)", ["see <a https://example.org/a>the docs</a>"]],
    ["[x](javascript:alert(1)) [y](data:text/html,1)", ["[x](javascript:alert(1)) [y](data:text/html,1)"]],
    ["use `a*b*c`", ["use <code>a*b*c</code>"]],
    ["| Region | Sales |\n|---|--:|\n| **North** | 12 |\n| South || left out |\nend", ["| Region | Sales: |", "| <strong>North</strong> | 12 |", "| South |  |", "end"]],
    ["a | b\n- | -\n1 | <b>", ["| a | b |", "| 1 | <b> |"]],
    ["a | b\nc | d", ["a | b c | d"]],
  ])("%j", (text, expected) => expect(blocks(parseNote(text))).toEqual(expected));

  test("of any size and depth is read in bounded steps", () => {
    const deep = "**a *b ".repeat(2_000);
    expect(blocks(parseNote(deep)).join("").length).toBeGreaterThan(1_000);
  });
});

test.each<[string, string[]]>([
  ["One. Two.", ["One. ", "Two."]],
  ["It is 3.5 now. Then 4.", ["It is 3.5 now. ", "Then 4."]],
  ["A vs. B, e.g. here. Yes.", ["A vs. B, e.g. here. ", "Yes."]],
  ["Is it? It is! “So.” Fine", ["Is it? ", "It is! ", "“So.” ", "Fine"]],
  ["One\n\ntwo\n- three", ["One\n\n", "two\n", "- three"]],
  ["", []],
])("sentences of %j", (text, expected) => expect(sentences(text).map(({ from, to }) => text.slice(from, to))).toEqual(expected));

test("words are found after a place", () => {
  expect(indexOfWords("a b a", "a", 1)).toBe(4);
  expect(indexOfWords("a", "", 0)).toBe(-1);
});
