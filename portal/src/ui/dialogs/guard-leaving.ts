type AskToLeave = (leave: () => void) => void;

/** What hears of Back and Forward, oldest first. */
const guards: ((event: PopStateEvent) => void)[] = [];
const tellNewest = (event: PopStateEvent) => guards.at(-1)?.(event);

/**
 * Asks before the browser leaves what is on the screen: with Back or Forward, with a link, or by closing or reloading
 * the tab. A closing tab is asked about in the browser's own words.
 *
 * The browser tells of Back and Forward only after the address has changed, and the router shows it at once. So the
 * guard hears of it before the router, keeps it from the router, and returns to the guarded entry.
 * @param ask `leave` does what the person wanted. Stop the guard before calling it.
 * @returns a function that stops the guard
 */
export function guardLeaving(ask: AskToLeave): () => void {
  const guarded = entryIndex();
  let opensProgram = false;

  function onPopState(event: PopStateEvent) {
    event.stopImmediatePropagation();
    const current = entryIndex();
    // An entry that the router did not make has no index. It is most likely an earlier one.
    const steps = guarded === undefined || current === undefined ? -1 : current - guarded;
    if (steps === 0) return;
    history.go(-steps);
    ask(() => history.go(steps));
  }

  function onClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link === null) return;
    if (!/^https?:$/.test(link.protocol)) {
      // Chromium takes a link to a mail program for leaving.
      opensProgram = true;
      setTimeout(() => {
        opensProgram = false;
      });
    } else if (opensHere(link) && isPlain(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      ask(() => link.click());
    }
  }

  function onBeforeUnload(event: BeforeUnloadEvent) {
    if (!opensProgram) event.preventDefault();
  }

  guards.push(onPopState);
  // Only this handler comes before the router: docs/contracts/remote.md. An older host has none.
  if (window.onpopstate !== null) window.onpopstate = tellNewest;
  // While capturing, before the link itself.
  window.addEventListener('click', onClick, { capture: true });
  window.addEventListener('beforeunload', onBeforeUnload);
  return () => {
    guards.splice(guards.indexOf(onPopState), 1);
    window.removeEventListener('click', onClick, { capture: true });
    window.removeEventListener('beforeunload', onBeforeUnload);
  };
}

/** The current entry's place in the tab's history, which the host's router counts: docs/contracts/remote.md. */
function entryIndex(): number | undefined {
  const state: { idx?: unknown } | null = history.state;
  return typeof state?.idx === 'number' ? state.idx : undefined;
}

/** False for a link to a new tab or to a file. */
function opensHere({ target, download }: HTMLAnchorElement): boolean {
  return ['', '_self'].includes(target) && download === '';
}

/** False for a click that asks for a new tab, a window or a download. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
