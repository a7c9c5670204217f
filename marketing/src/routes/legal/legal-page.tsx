import { LEGAL_NOTICE } from '../../content/legal/legal-notice.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { type PageProps, StaticSection } from '../../static-sections/static-section.tsx';
import { useHydrated } from '../../use-hydrated.ts';

/** A legal text: its title and notice, today's date, its table of contents, and the text in a readable line length. */
export default function LegalPage({ host, sections }: PageProps) {
  return (
    <MarketingPage host={host} sections={sections}>
      <div className="mx-auto max-w-page px-4 pt-12 pb-16 md:px-6 md:pt-20 md:pb-24">
        <StaticSection name="title" />
        <div className="mt-8 grid gap-x-10 gap-y-2 border-y-2 border-ink py-5 md:grid-cols-[1fr_auto]">
          <StaticSection name="notice" />
          <p className="text-muted tabular md:min-w-56 md:text-right">
            {LEGAL_NOTICE.lastUpdated} <TodaysDate />
          </p>
        </div>
        <StaticSection name="text" />
      </div>
    </MarketingPage>
  );
}

/** Today's date in the visitor's time zone. The prerendered page cannot know it and shows the word 'today'. */
function TodaysDate() {
  return useHydrated() ? <Today /> : <span>today</span>;
}

function Today() {
  const now = new Date();
  return <time dateTime={isoDay(now)}>{dayInWords(now)}</time>;
}

/** @example isoDay(new Date(2026, 2, 9)) // '2026-03-09' */
function isoDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Without `Intl`: its first formatter takes 60 ms of a slow phone, before the page answers.
 * @example dayInWords(new Date(2026, 2, 9)) // 'Mar 9, 2026'
 */
export function dayInWords(date: Date): string {
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}
