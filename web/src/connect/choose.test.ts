import { expect, test } from "vitest";
import type { FolderEntry, SourceKind } from "../api/types";
import { beginAt, bytes, formFor, holdsData, moved, pathField } from "./choose";

const entry = (name: string, kind = "files"): FolderEntry => ({ name, kind, path: `/data/${name}` });
const entries = [entry("archive", "folder"), entry("Exports", "folder"), entry("a.csv"), entry("b.csv"), entry("b2.csv")];

test.each([
  ["ArrowDown", 0, 1], ["ArrowDown", 4, 4], ["ArrowUp", 0, 0], ["ArrowUp", 3, 2], ["Home", 3, 0], ["End", 0, 4], ["PageDown", 1, 4], ["PageUp", 4, 0],
  ["b", 0, 3], ["b", 3, 4], ["b", 4, 3], ["e", 0, 1], ["E", 2, 1], ["z", 2, 2], ["Tab", 2, undefined], ["Enter", 2, undefined], [" ", 2, undefined],
])("%s from %i leads to %s", (key, at, to) => {
  expect(moved(entries, at, key)).toBe(to);
});

test("in an empty folder keys lead nowhere else", () => {
  expect(moved([], 0, "ArrowDown")).toBe(0);
  expect(moved([], 0, "a")).toBe(0);
});

test("one begins where one comes from", () => {
  const folder = { path: "/data", parent: "/", entries, more: false };
  expect(beginAt(folder, "/data/a.csv")).toBe(2);
  expect(beginAt(folder, "/elsewhere")).toBe(0);
});

test.each([[0, "0 B"], [999, "999 B"], [1000, "1.0 kB"], [12_345, "12 kB"], [9_949, "9.9 kB"], [999_999, "1.0 MB"], [1_234_567, "1.2 MB"], [5_600_000_000, "5.6 GB"]])("%i bytes are %s", (n, text) => {
  expect(bytes(n)).toBe(text);
});

const kind = (name: string, folder: boolean): SourceKind => ({
  name, title: name, help: "", properties: [{ name: "path", title: "File", kind: "path", required: true, ...(folder && { folder }) }],
});
const [files, duckdb, sqlite] = [kind("files", true), kind("duckdb", false), kind("sqlite", false)];

test.each([
  [files, "files", "files"], [files, "sqlite", "sqlite"], [duckdb, "files", "files"],
  [duckdb, "sqlite", "duckdb"], // data.db may be either
  [sqlite, "unheard of", "sqlite"],
])("in the form %o a file of %s belongs to %s", (form, of, want) => {
  expect(formFor([files, duckdb, sqlite], form, entry("x", of)).name).toBe(want);
});

test("the field for a path is found", () => {
  expect(pathField(files)).toBe("path");
  expect(pathField({ ...files, properties: [] })).toBeUndefined();
});

test("a folder with data files is data itself, for the form that takes folders", () => {
  const folder = { path: "/data", parent: "/", entries, more: false };
  expect(holdsData(folder, files)).toBe(true);
  expect(holdsData(folder, sqlite)).toBe(false);
  expect(holdsData({ ...folder, entries: [entry("old", "folder"), entry("shop.db", "sqlite")] }, files)).toBe(false);
});
