import { Button } from '@corvane/shared/ui/button';
import { type ReactNode, useContext, useEffect, useId } from 'react';
import { OpenDialogContext, type Question } from './open-dialog.ts';

const DISCARD: Question = {
  title: 'Discard what you entered?',
  description: 'It is not saved yet.',
  close: 'Discard',
  stay: 'Keep editing',
};

interface UnsavedProps {
  /** Whether closing now would lose something. */
  when: boolean;
  question?: Question;
}

/** Inside a dialog: makes it ask before it closes. */
export function Unsaved({ when, question = DISCARD }: UnsavedProps) {
  const open = useContext(OpenDialogContext);
  const id = useId();
  useEffect(() => {
    if (!when) return;
    open?.add(id, question);
    return () => open?.remove(id);
  }, [open, id, when, question]);
  return null;
}

interface CloseDialogButtonProps {
  className: string;
  /** What happens in place of closing, for a button that leads elsewhere. */
  onLeave?: () => void;
  children: ReactNode;
}

/** Closes the dialog around it as Escape does. */
export function CloseDialogButton({ className, onLeave, children }: CloseDialogButtonProps) {
  const open = useContext(OpenDialogContext);
  return (
    <Button className={className} onClick={() => open?.close(onLeave)}>
      {children}
    </Button>
  );
}
