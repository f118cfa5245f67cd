export function Notebook() {
  return <main className="notebook" />;
}
