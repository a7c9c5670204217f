import type { PageErrorEvent, WebVitalEvent } from '@corvane/shared/contracts/backend/site-events';
import { whenIdle } from '@corvane/shared/lib/when-idle';
import { retryableImport } from '../island/island.tsx';
import type { ErrorTeller } from './error-teller.ts';

const loadErrorTeller = retryableImport(() => import('./error-teller.ts'));

type Load = () => Promise<(report: (event: PageErrorEvent) => void) => ErrorTeller>;

interface WatchPageErrorsOptions {
  load?: Load;
  target?: Window;
}

/**
 * Reports errors thrown while the page is in use. The code that describes them loads with the first one.
 * @returns a function that reports an error that React noticed, with the components around it
 */
export function watchPageErrors(
  report: (event: PageErrorEvent) => void,
  {
    load = () => loadErrorTeller().then((module) => module.createErrorTeller),
    target = window,
  }: WatchPageErrorsOptions = {},
): ErrorTeller {
  let loading: Promise<ErrorTeller> | null = null;

  const tell: ErrorTeller = (...thrown) => {
    loading ??= load().then((create) => create(report));
    loading.then(
      (teller) => teller(...thrown),
      () => {
        // Without the code nothing is reported. The next error requests it again.
        loading = null;
      },
    );
  };

  target.addEventListener('error', (event) => tell('script', event.error));
  target.addEventListener('unhandledrejection', (event) => tell('promise', event.reason));
  return tell;
}

type Observe = (report: (event: WebVitalEvent) => void) => void;

interface WatchWebVitalsOptions {
  load?(): Promise<{ observeWebVitals: Observe }>;
  target?: Window;
}

/**
 * Reports how long the visitor waited, once per metric and page load. The measuring code is fetched when the page
 * is loaded and idle. Browsers keep earlier measurements for it.
 */
export function watchWebVitals(
  report: (event: WebVitalEvent) => void,
  { load = () => import('./observe-web-vitals.ts'), target = window }: WatchWebVitalsOptions = {},
): void {
  const start = () =>
    whenIdle(target, () => {
      load().then(
        ({ observeWebVitals }) => observeWebVitals(report),
        () => {
          // Without the code nothing is measured, and the page misses nothing.
        },
      );
    });
  if (target.document.readyState === 'complete') start();
  else target.addEventListener('load', start, { once: true });
}
