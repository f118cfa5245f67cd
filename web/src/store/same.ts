// Whether two JSON values mean the same, whatever the order of their names.

const deepest = 60;

export function same(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || depth > deepest) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [one, other] = [entries(a), entries(b)];
  return one.size === other.size && [...one].every(([name, value]) => other.has(name) && same(value, other.get(name), depth + 1));
}

// What is not there is left out, as JSON does.
const entries = (value: object): Map<string, unknown> => new Map(Object.entries(value).filter(([, inner]) => inner !== undefined));
