import type { ReactNode } from 'react';

interface PanelProps {
  /** Unlike that of the other tabs of a page. */
  id: string;
  title: string;
  className?: string;
  children: ReactNode;
}

/** What a tab shows. Its tab says the title already, so it is for screen readers and paper. */
export function Panel({ id, title, className = 'flex flex-col gap-5', children }: PanelProps) {
  return (
    <section aria-labelledby={`portal-${id}-heading`} className={className}>
      <h2 id={`portal-${id}-heading`} className="sr-only text-heading print:not-sr-only">
        {title}
      </h2>
      {children}
    </section>
  );
}
