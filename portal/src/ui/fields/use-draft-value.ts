import { useEffect, useRef, useState } from 'react';

interface DraftOptions {
  delayMs: number;
  /** Whether a draft is ready to be committed. Other drafts wait for more typing. */
  accepts?(draft: string): boolean;
  /** The value that is committed for a draft: the draft itself, unless it is given. */
  toValue?(draft: string): string;
}

interface DraftValue {
  draft: string;
  setDraft(draft: string): void;
  /** Commits the draft now, without the delay. */
  flush(): void;
}

const ACCEPTS_ALL = () => true;
const AS_TYPED = (draft: string) => draft;

/**
 * The draft of a value that is stored elsewhere. It is committed after a pause. An outside change (back button, clear
 * all) replaces the draft. The echo of an earlier commit never removes newer typed text.
 */
export function useDraftValue(
  value: string,
  commit: (value: string) => void,
  { delayMs, accepts = ACCEPTS_ALL, toValue = AS_TYPED }: DraftOptions,
): DraftValue {
  const [draft, setDraft] = useState(value);
  /** The last seen value, and the commits that have not returned as a value yet, oldest first. */
  const [known, setKnown] = useState<{ value: string; underWay: readonly string[] }>({ value, underWay: [] });
  if (value !== known.value) {
    const echo = known.underWay.indexOf(value);
    setKnown({ value, underWay: echo === -1 ? [] : known.underWay.slice(echo + 1) });
    if (echo === -1) setDraft(value);
  }

  function flush() {
    const next = toValue(draft);
    if (next === value || !accepts(draft)) return;
    setKnown({ value, underWay: [...known.underWay, next] });
    commit(next);
  }

  const newest = useRef(flush);
  useEffect(() => {
    newest.current = flush;
  });
  useEffect(() => {
    if (draft === value) return;
    const timer = setTimeout(() => newest.current(), delayMs);
    return () => clearTimeout(timer);
  }, [draft, value, delayMs]);

  return { draft, setDraft, flush };
}
