import { SERVED_PARTS_EVENT } from '@corvane/shared/contracts/remote/served-parts';
import { storageOf } from '@corvane/shared/lib/storage-of';
import { retryableImport } from '../island/island.tsx';
import { toast } from '../toasts/toast.tsx';

/** In local storage while a representative wants to see the parts, in this browser. */
export const SERVED_PARTS_KEY = 'host:served-parts';

const loadServedParts = retryableImport(() => import('./served-parts.ts'));

let isListening = false;

/**
 * Shows a signed-in representative which application and version serves each part of the page, if they turned it on.
 * It comes with the code that reads the answer about the session. So a page of a visitor loads nothing for it.
 */
export function followServedParts(): void {
  // A session can also be read where nothing is drawn.
  if (typeof document === 'undefined') return;
  if (!isListening) {
    document.addEventListener(SERVED_PARTS_EVENT, ({ detail }: CustomEventInit) => choose(detail === true));
    // A choice in another tab.
    addEventListener('storage', ({ key, newValue }) => key === SERVED_PARTS_KEY && follow(newValue !== null));
    isListening = true;
  }
  if (storageOf('local').getItem(SERVED_PARTS_KEY) !== null) follow(true);
}

const NOT_LOADED = {
  tone: 'error',
  title: 'Error',
  description: 'The versions could not be loaded. Turn them off and on again to retry.',
} as const;

function choose(isShown: boolean): void {
  const storage = storageOf('local');
  try {
    if (isShown) storage.setItem(SERVED_PARTS_KEY, '1');
    else storage.removeItem(SERVED_PARTS_KEY);
  } catch {
    // Storage is full: the choice then lasts as long as the page.
  }
  follow(isShown, () => isShown && toast(NOT_LOADED));
}

/** Draws what was chosen. @param onFailure by default the page stays as it is */
function follow(isShown: boolean, onFailure: () => unknown = () => {}): void {
  loadServedParts()
    .then(({ drawServedParts }) => drawServedParts(isShown, () => choose(false)))
    .catch(onFailure);
}
