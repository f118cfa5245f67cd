import { expect, test } from "vitest";
import type { Cell } from "../api/types";
import { landing, threads } from "./places";

const cells = (parents: Record<string, string>): Record<string, Cell> => Object.fromEntries(Object.entries(parents).map(([id, parent]) => [id, {
  id, created_at: "", ...(id.startsWith("note") ? { question: "", note: "words" } : { question: id }), context: { conversation_position: 0, ...(parent && { refinement_of: parent }) }, metadata: { agent_steps: 0, retry_count: 0 },
}]));

test.each<[string, Record<string, string>, string[], [string, ...string[]][]]>([
  ["questions stand by themselves", { a: "", b: "" }, ["a", "b"], [["a"], ["b"]]],
  ["follow-ups of follow-ups are one thread", { a: "", b: "a", c: "b", d: "" }, ["a", "d", "b", "c"], [["a", "b", "c"], ["d"]]],
  ["a follow-up before its answer hangs from it all the same", { a: "", b: "a" }, ["b", "a"], [["a", "b"]]],
  ["a follow-up whose answer is gone stands by itself", { b: "a" }, ["b"], [["b"]]],
  ["cells that follow each other in a circle are all shown", { a: "b", b: "a" }, ["a", "b"], [["a"], ["b"]]],
  ["a note within a thread stays where it was written", { a: "", note: "", b: "a" }, ["a", "note", "b"], [["a", "note", "b"]]],
  ["so do several, between follow-ups, too", { a: "", b: "a", note1: "", note2: "", c: "b" }, ["a", "b", "note1", "note2", "c"], [["a", "b", "note1", "note2", "c"]]],
  ["a note after a thread, before one and between two stands by itself", { note: "", a: "", b: "a", note1: "", c: "", note2: "" },
    ["note", "a", "b", "note1", "c", "note2"], [["note"], ["a", "b"], ["note1"], ["c"], ["note2"]]],
])("%s", (_, parents, order, expected) => {
  expect(threads(cells(parents), order).map(({ root, followers }) => [root, ...followers])).toEqual(expected);
});

test.each<[string, Record<string, string>, string[], string, string[]]>([
  ["a new question comes last", { a: "", b: "" }, ["a", "b"], "", ["a", "b", "new"]],
  ["a follow-up comes below its answer", { a: "", b: "" }, ["a", "b"], "a", ["a", "new", "b"]],
  ["after the follow-ups before it, and theirs", { a: "", b: "a", c: "b", d: "" }, ["a", "b", "c", "d"], "a", ["a", "b", "c", "new", "d"]],
  ["wherever those stand", { a: "", d: "", b: "a" }, ["a", "d", "b"], "a", ["a", "d", "b", "new"]],
  ["one of a follow-up comes below that", { a: "", b: "a", c: "a" }, ["a", "b", "c"], "b", ["a", "b", "new", "c"]],
  ["one whose answer is gone comes last", { a: "" }, ["a"], "x", ["a", "new"]],
])("%s", (_, parents, order, parent, expected) => expect(landing(cells(parents), order, "new", parent)).toEqual(expected));
