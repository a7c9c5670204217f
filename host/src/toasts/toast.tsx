import { whenIdle } from '@corvane/shared/lib/when-idle';
import { type ComponentType, useEffect, useState } from 'react';
import { retryableImport } from '../island/island.tsx';
import type { ConnectedToaster, HostMessage, ToasterProps } from './toaster.tsx';

const loadToaster = retryableImport(() => import('./toaster.tsx'));

const waiting: HostMessage[] = [];
/** Null until its code has arrived. */
let toaster: ConnectedToaster | null = null;
let onFirst: (() => void) | null = null;

/** Shows a message. The first one loads the toaster's code. Messages wait while it loads. */
export function toast(message: HostMessage): void {
  if (toaster !== null) {
    toaster.show(message);
    return;
  }
  waiting.push(message);
  onFirst?.();
}

/** Removes a message that no longer applies. */
export function hideToast(id: string): void {
  toaster?.hide?.(id);
}

/** What the toaster calls once it can show messages. */
export const connectToaster: ToasterProps['connect'] = (connected) => {
  toaster = connected;
  for (const message of waiting.splice(0)) connected.show(message);
  return () => {
    toaster = null;
  };
};

/**
 * The place where messages appear. Its code loads with the first message. If the code does not arrive, for example
 * offline, the page stays, and the next message requests it again.
 * @param ahead loads the code when the browser is idle, so the first message may also be about a lost connection
 */
export function Toasts({
  ahead = false,
  load = loadToaster,
}: {
  ahead?: boolean;
  load?: () => Promise<{ default: ComponentType<ToasterProps> }>;
}) {
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps> | null>(null);
  useEffect(() => {
    onFirst = () => {
      load().then(
        (loaded) => setToaster(() => loaded.default),
        () => undefined,
      );
    };
    if (waiting.length > 0) onFirst();
    return () => {
      onFirst = null;
    };
  }, [load]);
  useEffect(() => {
    if (ahead) whenIdle(window, () => load().catch(() => {}));
  }, [ahead, load]);
  return Toaster && <Toaster connect={connectToaster} />;
}
