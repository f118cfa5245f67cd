// A combination of keys as this machine's keyboard shows them.
const apple = /mac|iphone|ipad/i.test(navigator.platform);

const names = new Map(Object.entries(apple ? { Ctrl: "⌘", Alt: "⌥", Shift: "⇧" } : {}));

export function Keys({ keys }: { keys: string }) {
  return (
    <>
      {keys.split(" ").map((key) => (
        <kbd key={key}>{names.get(key) ?? key}</kbd>
      ))}
    </>
  );
}
