/**
 * Runs first in every page and reports its problems. It is the same in all engines: some drivers cannot read the
 * console, and no driver reports all of these problems.
 */
function recordProblems(tell: (problem: string) => void): void {
  const words = (value: unknown) =>
    value instanceof Error ? `${value.name}: ${value.message}` : String(value);
  const { error } = console;
  console.error = (...values: unknown[]) => {
    tell(`console: ${values.map(words).join(' ')}`);
    error.apply(console, values);
  };
  // Firefox ends the loads of a page that is left, and reports each of them as failed.
  let isLeft = false;
  window.addEventListener('beforeunload', () => {
    isLeft = true;
  });
  window.addEventListener(
    'error',
    (event: Event) => {
      if (event instanceof ErrorEvent) tell(`exception: ${event.message}`);
      else if (event.target instanceof Element && !isLeft) {
        const { tagName, attributes } = event.target;
        const address = attributes.getNamedItem('src') ?? attributes.getNamedItem('href');
        const kind = attributes.getNamedItem('rel')?.value ?? tagName.toLowerCase();
        tell(`not loaded: ${kind} ${address?.value ?? ''}`);
      }
    },
    true,
  );
  window.addEventListener('unhandledrejection', ({ reason }) => tell(`rejection: ${words(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tell(`policy: ${violatedDirective} ${blockedURI}`),
  );
}

/** @param tell source code of a function that reports a problem out of the page */
export function problemRecorder(tell: string): string {
  return `(${recordProblems})(${tell});`;
}
