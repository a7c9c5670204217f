import type { ToastMessage } from '@corvane/shared/contracts/remote/host-services';

/** The host's own message, which may offer a next step. */
export interface HostMessage extends ToastMessage {
  action?: { label: string; onClick(): void };
  /** A later message with the same id replaces this one. */
  id?: string;
}

type Listener = (message: HostMessage) => void;

const waiting: HostMessage[] = [];
let listener: Listener | null = null;
let hide: (id: string) => void = () => {};
let onFirst: (() => void) | null = null;

/** Shows a message. The first one loads the toaster's code. Messages wait while it loads. */
export function toast(message: HostMessage): void {
  if (listener !== null) {
    listener(message);
    return;
  }
  waiting.push(message);
  onFirst?.();
}

/** Removes a message that no longer applies. */
export function hideToast(id: string): void {
  hide(id);
}

/** Called by the toaster once it can show messages. */
export function connectToaster(show: Listener, dismiss: (id: string) => void = () => {}): () => void {
  listener = show;
  hide = dismiss;
  for (const message of waiting.splice(0)) show(message);
  return () => {
    listener = null;
    hide = () => {};
  };
}

/** Called when a message waits and the toaster is not loaded yet. */
export function onToastNeeded(callback: () => void): () => void {
  onFirst = callback;
  if (waiting.length > 0) callback();
  return () => {
    onFirst = null;
  };
}
