/**
 * Lays out the whole page, also what is far below the screen (shared/src/first-paint/hint-layout.js). Call it before
 * scrolling to an element: until then, what lies between may have an estimated height.
 */
export function layOutAll(): void {
  delete document.documentElement.dataset.layout;
}
