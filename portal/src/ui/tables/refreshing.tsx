import type { ReactNode } from 'react';

interface RefreshingProps {
  /** Whether the figures still belong to the previous choice. */
  isOld: boolean;
  children: ReactNode;
}

/** Marks figures that are being replaced with a line above them. Some people could not read faded text. */
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
