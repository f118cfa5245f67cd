import { expect, test } from "vitest";
import { straight } from "./straight";

test.each([
  ["plain", "plain"], ["שלום 12 مرحبا", "שלום 12 مرحبا"], ["\u202eevil", "\ufffdevil"], ["a\u2066b\u2069c\u202dd", "a\ufffdb\ufffdc\ufffdd"], ["\u200fmark", "\u200fmark"],
])("%j is shown as %j", (text, expected) => expect(straight(text)).toBe(expected));
