import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  children: ReactNode;
  /** Stands in for a part that cannot be fetched or drawn. */
  fallback(retry: () => void): ReactNode;
}

/** A part that fails leaves the rest of the page as it is. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed
      ? this.props.fallback(() => this.setState({ failed: false }))
      : this.props.children;
  }
}
