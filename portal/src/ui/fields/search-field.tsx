import { CONTROL_CLASS } from '@corvane/shared/ui/field';
import { useLayoutEffect } from 'react';
import { focusAwaitedSearch } from '../../shortcuts/use-shortcuts.ts';
import { useDraftValue } from './use-draft-value.ts';

const DELAY_MS = 250;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  maxLength: number;
  onSearch(text: string): void;
}

/** Searches after a pause in typing, or on Enter. `/` finds it by its data attribute, or waits for it. */
export function SearchField({ label, placeholder, value, maxLength, onSearch }: SearchFieldProps) {
  const { draft, setDraft, flush } = useDraftValue(value, onSearch, {
    delayMs: DELAY_MS,
    toValue: (text) => text.trim(),
  });
  useLayoutEffect(focusAwaitedSearch, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form, so Enter searches at once.
    <form
      role="search"
      className="relative min-w-0"
      onSubmit={(event) => {
        event.preventDefault();
        flush();
      }}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <circle cx="7" cy="7" r="4.5" />
        <path d="m10.5 10.5 3.5 3.5" />
      </svg>
      <input
        type="search"
        data-portal-search
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        spellCheck={false}
        autoComplete="off"
        dir="auto"
        // An empty field needs no room for its clear button, which would cut the placeholder at 320 px.
        className={`${CONTROL_CLASS} pl-9 text-sm placeholder-shown:[&::-webkit-search-cancel-button]:hidden`}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
    </form>
  );
}
