import { type SiteTag, tagOrigin } from '@corvane/shared/brand/site-tag';
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { storageOf } from '@corvane/shared/lib/storage-of';
import { useMediaQuery } from '@corvane/shared/lib/use-media-query';
import { Button } from '@corvane/shared/ui/button';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { usePage } from '../page-context.ts';
import { takeEarlyEvents } from './early-events.ts';
import { loadTag } from './load-tag.ts';

/**
 * - `forbidden`: the browser sends Global Privacy Control, which answers for its person.
 * - `open`: not answered yet.
 */
type TagChoice = 'forbidden' | 'open' | 'allowed' | 'refused';

/** In local storage: `allowed` or `refused`, and the origin that was asked about. For another tag, the question comes again. */
export const TAG_CHOICE_KEY = 'host:tag-choice';

interface TagChoiceStore {
  read(): TagChoice;
  choose(choice: 'allowed' | 'refused'): void;
  /** Hears of choices, those of other tabs included. @returns a function that ends it */
  subscribe(listener: () => void): () => void;
}

export function createTagChoiceStore(tag: SiteTag, target: Window = window): TagChoiceStore {
  const origin = tagOrigin(tag);
  const listeners = new Set<() => void>();
  const storage = storageOf('local', target);
  /** Where the storage is full, a choice lasts as long as the page. */
  let chosenHere: TagChoice | null = null;

  return {
    read() {
      const { globalPrivacyControl } = target.navigator as { globalPrivacyControl?: boolean };
      if (globalPrivacyControl === true) return 'forbidden';
      const value = storage.getItem(TAG_CHOICE_KEY);
      if (value === `allowed ${origin}`) return 'allowed';
      if (value === `refused ${origin}`) return 'refused';
      return value === null && chosenHere !== null ? chosenHere : 'open';
    },
    choose(choice) {
      chosenHere = choice;
      try {
        storage.setItem(TAG_CHOICE_KEY, `${choice} ${origin}`);
      } catch {
        // Asked again on the next page load.
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      target.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        target.removeEventListener('storage', listener);
      };
    },
  };
}

/**
 * Asks before a tag is loaded, and lets a visitor change their mind at the end of every page. The server draws
 * nothing here: only the browser knows the choice.
 */
export default function TagConsent({ tag, Link }: { tag: SiteTag; Link: HostServices['Link'] }) {
  const session = usePage().session;
  const [store] = useState(() => (typeof window === 'undefined' ? null : createTagChoiceStore(tag)));
  const choice = useSyncExternalStore<TagChoice | null>(
    store?.subscribe ?? (() => () => {}),
    () => store?.read() ?? null,
    () => null,
  );
  useEffect(() => {
    if (choice === 'allowed') loadTag(tag, session);
    // After a no, a later yes tells nothing of the time before it.
    if (choice === 'refused' || choice === 'forbidden') takeEarlyEvents();
  }, [choice, tag, session]);

  // The pressed button goes away with its answer. So the focus moves to what replaces it, and the page stays where it
  // is.
  const note = useRef<HTMLDivElement>(null);
  const hasAnswered = useRef(false);
  useEffect(() => {
    if (!hasAnswered.current || choice === 'open') return;
    // An answer in another tab moves no focus here.
    hasAnswered.current = false;
    note.current?.focus({ preventScroll: true });
  }, [choice]);

  if (store === null || choice === null) return null;
  const choose = (answer: 'allowed' | 'refused') => {
    hasAnswered.current = true;
    store.choose(answer);
  };
  return (
    <OwnerRoot owner="host">
      {choice === 'open' ? (
        <Question provider={tag.provider} Link={Link} onChoice={choose} />
      ) : (
        <div
          ref={note}
          tabIndex={-1}
          className="border-t border-line text-sm text-muted focus-visible:outline-none print:hidden"
        >
          <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 px-4 py-2 md:px-6">
            <p>{WORDS[choice].replace('{provider}', tag.provider)}</p>
            {choice === 'refused' && <Button onClick={() => choose('allowed')}>Allow it</Button>}
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

/** So low is a window at a zoom of 400 %. A bar at its bottom would leave no page. */
const LOW = '(max-height: 400px)';

/** At the bottom of the window. In a low one, at the end of the page. It takes no focus and blocks nothing. */
function Question({ provider, Link, onChoice }: QuestionProps) {
  const bar = useRef<HTMLElement>(null);
  const [height, setHeight] = useState(0);
  const isLow = useMediaQuery(LOW);
  useEffect(() => {
    const { current: section } = bar;
    if (section === null) return;
    // The bar is higher in a narrow window.
    const watch = new ResizeObserver(() => setHeight(section.offsetHeight));
    watch.observe(section);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (isLow) return;
    const { style } = document.documentElement;
    // What gets the focus scrolls clear of the bar.
    style.scrollPaddingBottom = `${height + 16}px`;
    return () => void style.removeProperty('scroll-padding-bottom');
  }, [height, isLow]);
  return (
    <>
      {/* The bar is fixed. This keeps space for it below the footer. */}
      {isLow ? null : <div className="print:hidden" style={{ height }} />}
      <section
        ref={bar}
        aria-labelledby="host-tag-question"
        className={`border-t border-line bg-paper print:hidden ${isLow ? '' : 'fixed inset-x-0 bottom-0 z-30 max-h-[50dvh] overflow-y-auto'}`}
      >
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-4 md:px-6">
          <div className="max-w-measure">
            <h2 id="host-tag-question">{`May ${provider} measure your visit?`}</h2>
            <p className="mt-1 text-sm text-muted">
              It would learn which pages you open and that you sent a form. The site works the same without
              it.{' '}
              <Link to="/privacy" className="underline">
                Privacy policy
              </Link>
            </p>
          </div>
          <div className="flex gap-3">
            <Button onClick={() => onChoice('refused')}>No</Button>
            <Button onClick={() => onChoice('allowed')}>Yes, allow it</Button>
          </div>
        </div>
      </section>
    </>
  );
}
