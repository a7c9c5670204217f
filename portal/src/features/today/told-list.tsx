import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import type { ReactNode } from 'react';
import { agoWords } from '../../lib/ago-words.ts';

interface ToldRow {
  id: string;
  title: ReactNode;
  figures: string;
  /** UTC ISO 8601. */
  lastAt: string;
}

/** A short list of what failed, with figures and how long ago it last did. */
export function ToldList({ rows, clockAheadMs }: { rows: readonly ToldRow[]; clockAheadMs: number }) {
  const nowMs = useServerNow(clockAheadMs);
  return (
    <ul className="overflow-hidden rounded-panel border border-line bg-surface text-sm">
      {rows.map(({ id, title, figures, lastAt }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-3 last:border-b-0"
        >
          <span className="font-semibold wrap-anywhere">{title}</span>
          <span className="tabular">
            {figures}
            <span className="text-muted">, last {agoWords(nowMs - Date.parse(lastAt))}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
