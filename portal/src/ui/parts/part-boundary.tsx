import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  children: ReactNode;
  /** Replaces a part that could not be loaded or rendered. `failures` counts from 1. */
  fallback(retry: () => void, failures: number): ReactNode;
}

/** Contains the errors of a part: the rest of the page stays as it is. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean; failures: number }> {
  override state = { failed: false, failures: 0 };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.setState(({ failures }) => ({ failures: failures + 1 }));
  }

  override render() {
    const { failed, failures } = this.state;
    return failed
      ? this.props.fallback(() => this.setState({ failed: false }), Math.max(failures, 1))
      : this.props.children;
  }
}
