// Which source is asked and who answers, in the header.
export function Status() {
  return null;
}
