// What an empty notebook shows.
export function Welcome() {
  return null;
}
