import { useMediaQuery } from '@corvane/shared/lib/use-media-query';
import { Button } from '@corvane/shared/ui/button';
import { Dialog } from '@corvane/shared/ui/dialog';
import {
  Activity,
  type ComponentProps,
  type ComponentType,
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { DoneLine } from '../../app/done.tsx';
import { useShown } from '../../lib/shown.ts';
import { type Asked, OpenDialog, OpenDialogContext } from './open-dialog.ts';
import { SidePanel } from './side-panel.tsx';

export interface LostWorkProps {
  /** Title of the dialog. */
  title: string;
  /** The hidden dialog's content, with all that was entered. */
  content: HTMLElement;
  /** In place of saying that it was not saved: `whenLost` of the dialog's question. */
  words?: string | undefined;
  onCopied(): void;
  onClose(): void;
}

/**
 * Takes the place of a hidden dialog with something unsaved, once saving is not allowed here any more. null while it
 * may still be saved.
 */
export const LostWork = createContext<ComponentType<LostWorkProps> | null>(null);

interface PortalDialogProps
  extends Omit<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange' | 'className'> {
  /** Details of a row: at the window's side, and on a wide screen a panel that leaves the list in use. */
  isBeside?: boolean;
  onClose(): void;
}

/**
 * Every dialog of the portal. It asks first while its content holds something that would be lost: `Unsaved` says so.
 * That applies to Escape, a click outside and Close, and to every way of leaving the page.
 */
export function PortalDialog({ isBeside = false, onClose, children, ...dialog }: PortalDialogProps) {
  const isShown = useShown();
  const isWide = useMediaQuery('(min-width: 64rem)');
  // A window that changes its width must not draw it again: what was typed would be gone.
  const [Frame] = useState(() => (isBeside && isWide ? SidePanel : Dialog));
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open] = useState(() => new OpenDialog(setAsked));
  useLayoutEffect(() => {
    open.onClose = onClose;
    open.isShown = isShown;
  });
  useEffect(() => () => open.stopGuard(), [open]);
  const LostWorkDialog = useContext(LostWork);
  const content = useRef<HTMLDivElement>(null);
  const [lost, setLost] = useState<Pick<LostWorkProps, 'content' | 'words'> | null>(null);
  useLayoutEffect(() => {
    const { question } = open;
    const { current } = content;
    const isLost = LostWorkDialog !== null && question !== undefined && current !== null;
    setLost(isLost ? { content: current, words: question.whenLost } : null);
  }, [LostWorkDialog, open]);
  return (
    <>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <Frame
          {...dialog}
          className={isBeside ? 'beside-list' : ''}
          open
          onOpenChange={(isOpen) => !isOpen && open.close()}
        >
          <OpenDialogContext value={open}>
            <div
              ref={(element) => {
                // Hiding takes the element away from a ref, but not out of the document.
                if (element !== null) content.current = element;
              }}
            >
              {children}
              <DoneLine isOfDialog />
            </div>
          </OpenDialogContext>
        </Frame>
      </Activity>
      {LostWorkDialog === null || lost === null ? null : (
        <LostWorkDialog title={dialog.title} {...lost} onCopied={open.forget} onClose={() => open.close()} />
      )}
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
            <Button
              variant="signal"
              className="text-sm max-md:w-full"
              onClick={() => {
                // The question stays until the page follows. A second press does nothing.
                setAsked({ ...asked, leave: () => {} });
                open.forget();
                asked.leave();
              }}
            >
              {asked.close}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
