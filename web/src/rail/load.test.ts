import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../api/client";
import type { Overview, Schema } from "../api/types";
import { store } from "../store/store";
import { loadSchema } from "./load";

const replies: ((schema: Schema) => void)[] = [];
const failures: ((error: Error) => void)[] = [];
const schemaOf = (table: string) => ({ source: "shop", tables: [{ schema: "", name: table, columns: [] }], relations: [] }) as unknown as Schema;
const tables = () => store.get().library.schema?.tables.map(({ name }) => name);

beforeEach(() => {
  store.dispatch({ type: "library", part: { overview: { source: "shop" } as Overview, schema: null } });
  replies.length = failures.length = 0;
  vi.spyOn(api, "schema").mockImplementation(() => new Promise((resolve, reject) => {
    replies.push(resolve);
    failures.push(reject);
  }));
  vi.spyOn(api, "suggestions").mockResolvedValue({ questions: [] });
});
afterEach(() => vi.restoreAllMocks());

test("a schema that was asked for before it was read again does not come back", async () => {
  const [before, again] = [loadSchema("shop"), loadSchema("shop", true)];
  replies[1]?.(schemaOf("now"));
  expect(await again).toBeNull();
  replies[0]?.(schemaOf("then"));
  expect(await before).toBeUndefined();
  expect(tables()).toEqual(["now"]);
});

test("why it could not be read is told of the latest try only", async () => {
  const [before, again] = [loadSchema("shop"), loadSchema("shop", true)];
  failures[0]?.(new Error("busy"));
  expect(await before).toBeUndefined();
  replies[1]?.(schemaOf("now"));
  expect(await again).toBeNull();
  expect(tables()).toEqual(["now"]);
});
