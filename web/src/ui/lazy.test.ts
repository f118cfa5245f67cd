import { expect, test } from "vitest";
import { lazy } from "./lazy";

test("a part is loaded once, for all who want it", async () => {
  let loads = 0;
  const part = lazy(async () => ++loads, () => Promise.reject(new Error("not needed")));
  expect(part.get()).toBeNull();
  expect(await Promise.all([part.load(), part.load()])).toEqual([1, 1]);
  expect([await part.load(), part.get()]).toEqual([1, 1]);
});

test("a part that did not come is asked for again, each time under another address", async () => {
  const marks: string[] = [];
  const part = lazy<string>(() => Promise.reject(new Error("no connection")), async (mark) => {
    marks.push(mark);
    if (marks.length < 2) throw new Error("no connection");
    return "here";
  });
  await expect(part.load()).rejects.toThrow();
  await expect(part.load()).rejects.toThrow();
  expect(await part.load()).toBe("here");
  expect(marks).toEqual(["?again=1", "?again=2"]);
});
