import { Component, type ReactNode } from 'react';
import { toast } from '../toasts/toast.tsx';

interface DialogBoundaryProps {
  children: ReactNode;
  open: boolean;
  /** The dialog counts as closed, so the page below it can be used again. */
  onFailure(): void;
}

/** Contains a dialog that fails to load or to draw: the page stays, and a message says what happened. */
export class DialogBoundary extends Component<DialogBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFailure();
    toast({
      tone: 'error',
      title: 'This dialog could not be opened',
      description: 'The rest of the page works. Reload the page to open the dialog.',
      action: { label: 'Reload the page', onClick: () => location.reload() },
    });
  }

  override componentDidUpdate({ open: wasOpen }: DialogBoundaryProps) {
    if (this.state.failed && this.props.open && !wasOpen) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
