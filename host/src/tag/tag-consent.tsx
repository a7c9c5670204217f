import type { SiteTag } from '@corvane/shared/brand/site-tag';
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { Button } from '@corvane/shared/ui/button';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { loadTag } from './load-tag.ts';
import { createTagChoiceStore, type TagChoice } from './tag-choice.ts';

interface TagConsentProps {
  tag: SiteTag;
  Link: HostServices['Link'];
}

/**
 * Asks before a tag is loaded, and lets a visitor change their mind at the end of every page. The server draws
 * nothing here: only the browser knows the choice.
 */
export default function TagConsent({ tag, Link }: TagConsentProps) {
  const [store] = useState(() => (typeof window === 'undefined' ? null : createTagChoiceStore(tag)));
  const choice = useSyncExternalStore<TagChoice | null>(
    store?.subscribe ?? (() => () => {}),
    () => store?.read() ?? null,
    () => null,
  );
  useEffect(() => {
    if (choice === 'allowed') loadTag(tag);
  }, [choice, tag]);

  if (store === null || choice === null) return null;
  return (
    <OwnerRoot owner="host">
      {choice === 'open' ? (
        <Question provider={tag.provider} Link={Link} onChoice={store.choose} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 border-t border-line px-4 py-2 text-sm text-muted md:px-6 print:hidden">
          <p>{WORDS[choice].replace('{provider}', tag.provider)}</p>
          {choice === 'refused' && <Button onClick={() => store.choose('allowed')}>Allow it</Button>}
          {choice === 'allowed' && (
            <Button
              onClick={() => {
                store.choose('refused');
                // A script that runs cannot be taken back. The page without it is a new one.
                location.reload();
              }}
            >
              Withdraw
            </Button>
          )}
        </div>
      )}
    </OwnerRoot>
  );
}

const WORDS: Readonly<Record<Exclude<TagChoice, 'open'>, string>> = {
  forbidden: 'Your browser sends Global Privacy Control, so {provider} learns nothing of your visit.',
  refused: '{provider} learns nothing of your visit.',
  allowed: 'You allowed {provider} to measure your visit.',
};

interface QuestionProps {
  provider: string;
  Link: HostServices['Link'];
  onChoice(choice: 'allowed' | 'refused'): void;
}

/** At the bottom of the window. It takes no focus and blocks nothing. */
function Question({ provider, Link, onChoice }: QuestionProps) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    // What gets the focus scrolls clear of the bar.
    style.scrollPaddingBottom = `${(bar.current?.offsetHeight ?? 0) + 16}px`;
    return () => void style.removeProperty('scroll-padding-bottom');
  }, []);
  return (
    <section
      ref={bar}
      aria-labelledby="host-tag-question"
      className="sticky bottom-0 z-30 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line bg-paper px-4 py-4 md:px-6 print:hidden"
    >
      <div className="max-w-measure">
        <h2 id="host-tag-question" className="font-semibold">
          May {provider} measure your visit?
        </h2>
        <p className="mt-1 text-sm text-muted">
          It would learn which pages you open and that you sent a form. The site works the same without it.{' '}
          <Link to="/privacy" className="underline">
            Privacy policy
          </Link>
        </p>
      </div>
      <div className="flex gap-3">
        <Button onClick={() => onChoice('refused')}>No</Button>
        <Button onClick={() => onChoice('allowed')}>Yes, allow it</Button>
      </div>
    </section>
  );
}
