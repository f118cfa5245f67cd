// Keeps what cannot be shown from taking the rest of the page with it.
import { Component, type ReactNode } from "react";

interface Props {
  what: string;
  /** Another value is worth another try. */
  of: string;
  children: ReactNode;
}

interface State {
  failure: string | null;
}

export class Boundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }

  override componentDidUpdate(before: Props) {
    if (before.of !== this.props.of && this.state.failure !== null) this.setState({ failure: null });
  }

  override render() {
    if (this.state.failure === null) return this.props.children;
    return (
      <div className="notice harm" role="alert">
        <span className="sign" aria-hidden="true">!</span>
        <span>{this.props.what} cannot be shown: {this.state.failure}</span>
        <span className="hint">Reload the page. If the problem persists, ask again.</span>
      </div>
    );
  }
}
