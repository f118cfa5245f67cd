// Stands where a part of the page could not be loaded. It is tried again by
// itself, or at once by the button.

export function Unloaded({ what, again }: { what: string; again: () => void }) {
  return (
    <div className="notice doubt" role="note">
      <span className="sign" aria-hidden="true">!</span>
      <span>The {what} could not be loaded. Plumb retries when the connection is back.</span>
      <span className="acts"><button type="button" className="button" onClick={again}>Try now</button></span>
    </div>
  );
}
