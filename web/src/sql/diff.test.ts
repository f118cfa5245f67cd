import { expect, test } from "vitest";
import { difference } from "./diff";

const signs = { same: " ", added: "+", removed: "-" };

test.each<[string, string, string[]]>([
  ["a\nb\nc", "a\nb\nc", [" a", " b", " c"]],
  ["a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]],
  ["a", "a\nb", [" a", "+b"]],
  ["a\nb", "b", ["-a", " b"]],
  ["", "a", ["-", "+a"]],
])("from %j to %j", (before, after, expected) => expect(difference(before, after).map((line) => signs[line.kind] + line.text)).toEqual(expected));

test("statements too long to compare are shown whole", () => {
  const long = "x\n".repeat(3_000);
  expect(difference(long, "y").filter((line) => line.kind === "added")).toEqual([{ kind: "added", text: "y" }]);
});
