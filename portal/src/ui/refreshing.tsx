import type { ReactNode } from 'react';

interface RefreshingProps {
  /** What is shown is still that of the choice before. */
  isOld: boolean;
  children: ReactNode;
}

/** Figures that are about to be replaced: a line above them says so. Faded text could no longer be read by everybody. */
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
