import { whenIdle } from '@corvane/shared/lib/when-idle';
import { type ComponentType, useEffect, useRef } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { LazyPart } from '../parts/lazy-part.tsx';

interface LazyDialogProps<Props extends { onClose(): void }> {
  /** The same function in every render. */
  load(): Promise<{ default: ComponentType<Props> }>;
  /** null while it is closed. */
  props: Props | null;
  /** Its code is fetched as soon as the browser is idle, so that it opens at once. */
  isLikely?: boolean;
}

/** A dialog whose code is fetched when it is first opened, or before. */
export function LazyDialog<Props extends { onClose(): void }>(dialog: LazyDialogProps<Props>) {
  const { load, props, isLikely = false } = dialog;
  const { showWait } = useHostServices();
  const isOpen = props !== null;
  useEffect(() => {
    if (isLikely) return whenIdle(window, () => load().catch(() => {}));
  }, [isLikely, load]);
  useEffect(() => {
    if (isOpen) showWait?.(load());
  }, [isOpen, load, showWait]);
  if (props === null) return null;
  return (
    <LazyPart load={load} props={props} pending={null} failed={() => <Missing onTold={props.onClose} />} />
  );
}

/** In place of a dialog that could not be loaded or drawn: says so, and pressing the button again tries it again. */
function Missing({ onTold }: { onTold(): void }) {
  const { toast } = useHostServices();
  const tell = useRef(() => {
    toast({
      title: 'Failed to open this dialog.',
      description: 'Check your connection and try again. If it fails again, reload the page.',
      tone: 'error',
    });
    onTold();
  });
  useEffect(() => tell.current(), []);
  return null;
}
