interface Asking {
  isShown: boolean;
  close(leave: () => void): void;
}

/** The open dialogs with something that would be lost. In a file of its own, as the first view asks but opens none. */
export const asking = new Set<Asking>();

/** For what takes the details beside a list away, without a link: asks first if that would lose something. */
export function askFirst(leave: () => void): void {
  const open = [...asking].find(({ isShown }) => isShown);
  if (open === undefined) leave();
  else open.close(leave);
}
