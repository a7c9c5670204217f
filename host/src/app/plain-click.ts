import type { MouseEvent } from 'react';

/**
 * False for a click that asks for a new tab, a window or a download. Also false for one that was already answered.
 */
export function isPlainClick(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return !event.defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
