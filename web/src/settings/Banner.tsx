// Says that the stream is lost, until it is back.
export function Banner() {
  return null;
}
