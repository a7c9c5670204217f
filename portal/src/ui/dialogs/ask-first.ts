interface Asking {
  isShown: boolean;
  close(leave: () => void): void;
}

/** The open dialogs with something that would be lost. In a file of its own, as the first view asks but opens none. */
export const asking = new Set<Asking>();

/**
 * For what takes open details away without a link: asks first if that would lose something.
 * @param which `all`: also those in hidden tabs
 */
export function askFirst(leave: () => void, which: 'shown' | 'all' = 'shown'): void {
  const open = [...asking].find(({ isShown }) => isShown || which === 'all');
  if (open === undefined) leave();
  else open.close(leave);
}
