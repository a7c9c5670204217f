import { LAYOUT_ATTRIBUTE } from '../contracts/remote/page-attributes.ts';

/**
 * Lays out the whole page, also what is far below the screen (hint-layout.js). Call it before scrolling to an element:
 * until then, what lies between may have an estimated height.
 */
export function layOutAll(): void {
  document.documentElement.removeAttribute(LAYOUT_ATTRIBUTE);
}
