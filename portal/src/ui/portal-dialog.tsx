import { Button } from '@corvane/shared/ui/button';
import { Dialog } from '@corvane/shared/ui/dialog';
import {
  Activity,
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

/** What is asked before a dialog closes. */
interface Question {
  title: string;
  description: string;
  /** The button that closes the dialog. */
  close: string;
  /** The button that goes back to it. */
  stay: string;
}

const DISCARD: Question = {
  title: 'Discard what you entered?',
  description: 'It is not saved yet.',
  close: 'Discard',
  stay: 'Keep editing',
};

/** What the dialog around knows: the questions that its content wants asked, and how to close it. */
interface OpenDialog {
  questions: Map<string, Question>;
  /** Asks if there is something to ask, then closes the dialog, or does `leave` instead. */
  close(leave?: () => void): void;
}

const OpenDialogContext = createContext<OpenDialog | null>(null);

/** Whether dialogs are shown. While they are not, they keep what was typed. */
export const DialogsShown = createContext(true);

interface PortalDialogProps extends Omit<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange'> {
  onClose(): void;
}

/**
 * Every dialog of the portal. Escape, a click outside and Close ask first while its content holds something that would
 * be lost: `Unsaved` says so.
 */
export function PortalDialog({ onClose, children, ...dialog }: PortalDialogProps) {
  const isShown = useContext(DialogsShown);
  const [asked, setAsked] = useState<(Question & { leave(): void }) | null>(null);
  const newest = useRef(onClose);
  useEffect(() => {
    newest.current = onClose;
  });
  const [open] = useState<OpenDialog>(() => {
    const questions = new Map<string, Question>();
    return {
      questions,
      close(leave = () => newest.current()) {
        const [first] = questions.values();
        if (first === undefined) leave();
        else setAsked({ ...first, leave });
      },
    };
  });
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <Dialog {...dialog} open onOpenChange={(isOpen) => !isOpen && open.close()}>
        <OpenDialogContext value={open}>{children}</OpenDialogContext>
        {asked === null ? null : (
          <Dialog
            open
            onOpenChange={(isOpen) => !isOpen && setAsked(null)}
            title={asked.title}
            description={asked.description}
          >
            <div className="flex flex-wrap gap-2">
              <Button className="text-sm max-md:w-full" onClick={() => setAsked(null)}>
                {asked.stay}
              </Button>
              <Button variant="signal" className="text-sm max-md:w-full" onClick={asked.leave}>
                {asked.close}
              </Button>
            </div>
          </Dialog>
        )}
      </Dialog>
    </Activity>
  );
}

interface UnsavedProps {
  /** Whether closing now would lose something. */
  when: boolean;
  question?: Question;
}

/** Inside a dialog: makes it ask before it closes. */
export function Unsaved({ when, question = DISCARD }: UnsavedProps) {
  const questions = useContext(OpenDialogContext)?.questions;
  const id = useId();
  useEffect(() => {
    if (!when) return;
    questions?.set(id, question);
    return () => {
      questions?.delete(id);
    };
  }, [questions, id, when, question]);
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
