import type { ToastMessage } from '@corvane/shared/contracts/remote/host-services';
import { TONES } from '@corvane/shared/ui/alert';
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useShown } from '../lib/shown.ts';
import { useHostServices } from './host-services-context.tsx';

type Say = (done: ToastMessage | null) => void;

/** @returns whether the place is in sight */
const Place = createContext<(done: ToastMessage | null) => boolean>(() => false);
const Said = createContext<ToastMessage | null>(null);
/** The open dialogs of the place, the front one last. */
const Dialogs = createContext<readonly [string[], Dispatch<SetStateAction<string[]>>]>([[], () => {}]);

/**
 * Says what came of the person's own act, at the place of the act until the next one. null: the next one begins. After
 * the person has left the place, a toast says it.
 */
export function useDone(): Say {
  const { toast } = useHostServices();
  const place = useContext(Place);
  return (done) => {
    if (!place(done) && done !== null) toast({ tone: 'success', ...done });
  };
}

/** A place of acts, and of the dialogs that it opens. Leaving it forgets what was said. */
export function DonePlace({ children }: { children: ReactNode }) {
  const isShown = useShown();
  const inSight = useRef(false);
  const [done, setDone] = useState<ToastMessage | null>(null);
  const dialogs = useState<string[]>([]);
  const [place] = useState(() => (said: ToastMessage | null) => {
    if (inSight.current) setDone(said);
    return inSight.current;
  });
  useEffect(() => {
    inSight.current = isShown;
    return () => {
      inSight.current = false;
      setDone(null);
    };
  }, [isShown]);
  return (
    <Place value={place}>
      <Said value={done}>
        <Dialogs value={dialogs}>
          {children}
          <DoneLine />
        </Dialogs>
      </Said>
    </Place>
  );
}

/** A question was the title of its dialog. */
const titleOf = ({ title, description }: ToastMessage) =>
  description === undefined ? title : `${title}${title.endsWith('?') ? ' ' : ': '}`;

/**
 * Stays at the window's bottom while its place reaches further. So it moves no row, and is seen beside any.
 * @param isOfDialog opening a dialog begins an act
 */
export function DoneLine({ isOfDialog = false }) {
  const id = useId();
  const say = useContext(Place);
  const [dialogs, setDialogs] = useContext(Dialogs);
  const said = useContext(Said);
  // In front alone: behind a dialog it would be there twice.
  const done = (isOfDialog ? id : undefined) === dialogs.at(-1) ? said : null;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOfDialog) return;
    say(null);
    setDialogs((others) => [...others, id]);
    return () => setDialogs((others) => others.filter((other) => other !== id));
  }, [isOfDialog, say, id, setDialogs]);
  useEffect(() => {
    if (done === null || isOfDialog) return;
    const { style } = document.documentElement;
    // What gets the focus scrolls clear of the line.
    style.scrollPaddingBottom = `${(line.current?.offsetHeight ?? 0) + 8}px`;
    return () => void style.removeProperty('scroll-padding-bottom');
  }, [done, isOfDialog]);
  const look = done === null ? '' : `mt-4 border border-l-4 py-1 ${TONES[done.tone ?? 'success']}`;
  return (
    <div
      ref={line}
      tabIndex={-1}
      className={`sticky bottom-2 z-10 flex items-center rounded-control outline-none print:hidden [@media(height<=400px)]:static ${look}`}
    >
      <p role="status" className="min-w-0 grow pl-4 text-sm wrap-anywhere">
        {done === null ? null : (
          <>
            <strong key="title" className="font-semibold">
              {titleOf(done)}
            </strong>
            <span key="description">{done.description}</span>
          </>
        )}
      </p>
      {done === null ? null : (
        <button
          type="button"
          aria-label="Close message"
          className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center"
          onClick={() => {
            line.current?.focus();
            say(null);
          }}
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
}
