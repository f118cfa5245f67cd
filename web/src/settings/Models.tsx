// placeholder until the models' listing is known
export function Models() {
  return null;
}
