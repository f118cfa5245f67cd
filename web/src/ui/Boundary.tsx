// Keeps what cannot be shown from taking the rest of the page with it.
import { Component, type ReactNode } from "react";

interface Props {
  what: string;
  children: ReactNode;
}

export class Boundary extends Component<Props, { failure: string | null }> {
  override state = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    if (this.state.failure === null) return this.props.children;
    return (
      <div className="notice harm" role="alert">
        <span className="sign" aria-hidden="true">!</span>
        <span>{this.props.what} cannot be shown: {this.state.failure}</span>
        <span className="hint">Reload the page. If it stays so, run the question again.</span>
      </div>
    );
  }
}
