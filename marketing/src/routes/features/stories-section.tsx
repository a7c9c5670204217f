import { layOutAll } from '@corvane/shared/first-paint/lay-out-all';
import { useEffect, useRef } from 'react';
import { FEATURES_STORIES } from '../../content/features/features-controls.ts';
import { useHost } from '../../host-context.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { useCarousel } from './use-carousel.ts';

const TITLE_ID = 'stories-title';

/** Three stories in a row that loops. Nothing moves automatically. Without scripts it is a scrollable list. */
export function StoriesSection() {
  const { title, note, previous, next, testimonials } = FEATURES_STORIES;
  const { list, place, move, handlers, onKeyDown } = useCarousel(testimonials.length);
  const isReady = useHydrated();
  const { hash } = useHost().location;
  const heading = useRef<HTMLHeadingElement>(null);
  // The host scrolls to the top of each new page, and focuses its start. A link to the stories leads here, and so must
  // the next Tab.
  useEffect(() => {
    if (hash !== `#${TITLE_ID}`) return;
    layOutAll();
    requestAnimationFrame(() => {
      heading.current?.scrollIntoView({ behavior: 'instant' });
      heading.current?.focus();
    });
  }, [hash]);
  return (
    <section aria-labelledby={TITLE_ID} className="bg-sunken">
      {/* biome-ignore lint/a11y/useSemanticElements: a carousel is a group of slides, not of form fields */}
      <div
        role="group"
        aria-roledescription="carousel"
        aria-labelledby={TITLE_ID}
        onKeyDown={onKeyDown}
        className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24"
      >
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
          <div>
            <h2 ref={heading} id={TITLE_ID} tabIndex={-1} className="text-subtitle">
              {title}
            </h2>
            <p className="mt-3 text-muted">{note}</p>
          </div>
          <div className={`flex items-center gap-3 ${isReady ? '' : 'invisible'}`}>
            <p aria-live="polite" className="font-medium text-muted tabular">
              <span className="sr-only">Story </span>
              <span>{`${place + 1} of ${testimonials.length}`}</span>
            </p>
            <div className="hidden gap-2 md:flex">
              <StoryArrow label={previous} direction={-1} onPress={move} />
              <StoryArrow label={next} direction={1} onPress={move} />
            </div>
          </div>
        </div>
        <ul
          ref={list}
          {...handlers}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
          tabIndex={0}
          aria-label={title}
          data-testid="marketing:stories"
          className="relative mt-8 flex snap-x snap-mandatory overflow-x-auto border-y-2 border-ink bg-surface md:cursor-grab md:select-none md:active:cursor-grabbing"
        >
          {testimonials.map((story) => (
            <li
              key={story.title}
              className="w-[calc(100%-2.5rem)] shrink-0 snap-start border-line p-6 not-first:border-l md:w-full md:border-l-0! md:p-12"
            >
              <figure className="grid gap-x-16 gap-y-6 lg:grid-cols-12">
                <div className="lg:col-span-4">
                  <h3 className="text-heading">{story.title}</h3>
                  <p className="mt-2 text-muted">{`${story.company}, ${story.industry}`}</p>
                </div>
                <div className="lg:col-span-8">
                  <blockquote className="font-display text-[clamp(1.375rem,1.1rem+1.3vw,2.125rem)] leading-snug font-medium text-pretty">
                    <p>{`“${story.quote}”`}</p>
                  </blockquote>
                  <figcaption key={story.role} className="mt-6 text-muted">
                    <span className="font-medium text-ink">{story.author}</span>, {story.role}
                  </figcaption>
                </div>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface StoryArrowProps {
  label: string;
  direction: 1 | -1;
  onPress(direction: 1 | -1): void;
}

function StoryArrow({ label, direction, onPress }: StoryArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => onPress(direction)}
      className="inline-flex size-12 cursor-pointer items-center justify-center rounded-control border border-control bg-surface hover:border-ink hover:bg-paper active:bg-line"
    >
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5" fill="none">
        <path
          d={direction === 1 ? 'M3 10h14m-6-6 6 6-6 6' : 'M17 10H3m6-6-6 6 6 6'}
          stroke="currentColor"
          strokeWidth="2"
        />
      </svg>
    </button>
  );
}
