import { expect, test } from "vitest";
import { inOrder } from "./inorder";

test("a reply that is late does not take the place of a newer one", async () => {
  const replies: ((value: string) => void)[] = [];
  const shown: string[] = [];
  const load = inOrder(() => new Promise<string>((resolve) => replies.push(resolve)), (found) => shown.push(found));
  const calls = [load(), load(), load()];
  replies[1]?.("second");
  await calls[1];
  replies[0]?.("first");
  await calls[0];
  expect(shown).toEqual(["second"]);
  replies[2]?.("third");
  await calls[2];
  expect(shown).toEqual(["second", "third"]);
});
