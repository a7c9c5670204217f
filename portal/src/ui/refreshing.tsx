import type { ReactNode } from 'react';

interface RefreshingProps {
  /** The figures still belong to the previous choice. */
  isOld: boolean;
  children: ReactNode;
}

/**
 * Marks figures that are about to be replaced with a line above them. Faded text would be too hard to read for some
 * people.
 */
export function Refreshing({ isOld, children }: RefreshingProps) {
  return (
    <div
      aria-busy={isOld}
      className={
        isOld
          ? 'relative before:absolute before:inset-x-0 before:-top-1 before:h-0.5 before:animate-pulse before:bg-teal motion-reduce:before:animate-none'
          : ''
      }
    >
      {children}
    </div>
  );
}
