import type { PageErrorEvent } from '@corvane/shared/contracts/backend/site-events';
import { framesOf, type StackFrame } from '@corvane/shared/lib/stack-frames';

/** The contract's limits, which a test compares. The host's script does not contain the schemas. */
export const MAX_PAGE_ERRORS = 5;
export const MAX_FRAMES = 5;
export const MAX_COMPONENTS = 2;

export type ErrorTeller = (
  thrownIn: PageErrorEvent['thrownIn'],
  error: unknown,
  componentStack?: string,
) => void;

/**
 * Reports each error once, and only a few in all, however often they are thrown. It reports the error's class and the
 * positions in our own scripts. A message may quote what a visitor typed.
 */
export function createErrorTeller(report: (event: PageErrorEvent) => void): ErrorTeller {
  const told = new Set<string>();
  // React passes some errors on to the window.
  const seen = new WeakSet<Error>();

  return (thrownIn, error, componentStack = '') => {
    if (told.size >= MAX_PAGE_ERRORS || !(error instanceof Error) || seen.has(error)) return;
    seen.add(error);
    const stack = framesOf(String(error.stack).replace(error.message, ''));
    const components = framesOf(componentStack);
    // An error of React itself belongs to its component. Without a script of ours it belongs to a browser extension.
    const [place] = components.length > 0 ? components : stack;
    if (place === undefined) return;
    const event: PageErrorEvent = {
      kind: 'page-error',
      application: place.application,
      version: place.version,
      thrownIn,
      // Zod's own begins with a dollar sign.
      name: /^\$?([A-Z][A-Za-z]{0,39})$/.exec(error.name)?.[1] ?? 'Error',
      stack: stack.slice(0, MAX_FRAMES).map(inOneWord),
      components: components.slice(0, MAX_COMPONENTS).map(inOneWord),
    };
    const key = JSON.stringify(event);
    if (told.has(key)) return;
    told.add(key);
    report(event);
  };
}

function inOneWord({ application, version, file, line, column }: StackFrame): string {
  return `${application}/${version}/${file}:${line}:${column}`;
}
