// Starts the page's fonts and scripts once the page has painted. A touch or a key after the HTML is there starts them
// earlier. Until then they share the line with nothing that the page is painted with: the second frame begins when the
// first is on its way to the screen. The composer writes these lines into every page. They come after the template that
// holds the scripts, and after download-faces.js.
// A page whose script did not arrive is loaded again when that helps: when a browser restored HTML of an earlier release,
// or when a phone that was offline is online again. For a script that is blocked it would not help. The token of a
// customer's link, which no script could use yet, is in the loaded address again. take-link-token.js takes it as before.
// What is typed in forms that the browser could send is kept. The host loads a page in the same way if its remote did not
// arrive (host/src/remotes/remote-boundary.tsx). It does so only if the site answers, because a browser's own error page
// offers no way back. If the person has opened another page meanwhile, it does nothing.
// Without a network no form is sent: the browser would leave the page, and the typed text with it. Of a form that the
// browser itself sends, the time is noted, so that no script sends it too.
// The forms of the HTML are kept, each with the field that had the focus last. React draws the page again if an extension
// or a translation has changed it. The code of a form may come later, and looks there for the typed text.
// A click that no script could answer yet is remembered until the person does something else: types, moves the focus,
// clicks elsewhere, or begins another click on a button. host/src/app/early-click.ts repeats it. These lines listen before
// React, which stops a click on what it cannot hydrate yet.
{
  const { content } = document.getElementById('page-scripts');
  const start = () => {
    if (document.readyState === 'loading' || content.childElementCount === 0) return;
    document.head.append(content);
    window['host:download-faces']?.();
  };
  const startAfterPaint = () =>
    document.hidden ? start() : requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  document.addEventListener('DOMContentLoaded', startAfterPaint);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, { capture: true, once: true });

  const fields = () => [...document.querySelectorAll('form[action] [name]:not([type=hidden])')];
  const reload = () => {
    const typed = Object.fromEntries(fields().map(({ name, value, checked }) => [name, [value, checked]]));
    const address = new URL(location.href);
    const token = window['host:link-token'];
    if (token) address.searchParams.set('access', token);
    history.replaceState({ ...history.state, 'host:typed': typed }, '', address);
    location.reload();
    return true;
  };
  document.addEventListener('DOMContentLoaded', () => {
    const forms = [...document.querySelectorAll('form[action]')];
    if (forms.length > 0) window['host:html-forms'] = forms;
    const { 'host:typed': typed, ...state } = history.state ?? {};
    if (!typed) return;
    history.replaceState(state, '');
    for (const field of fields()) if (field.name in typed) [field.value, field.checked] = typed[field.name];
  });

  const pageConfig = () => JSON.parse(document.getElementById('corvane-page').textContent);
  const askForLive = () =>
    fetch(`${pageConfig().basename}/release.json`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(5000),
    }).then((answer) => answer.json());
  window['host:reload'] = () => {
    const { href } = location;
    return askForLive().then(
      () => location.href === href && reload(),
      () => false,
    );
  };
  const isOld = ({ compositionId }) =>
    compositionId !== pageConfig().registry.compositionId &&
    performance.getEntriesByType('navigation')[0].type !== 'reload';
  const loadAgain = (online) =>
    askForLive().then(
      (live) => (online || isOld(live)) && reload(),
      () => addEventListener('online', loadAgain, { once: true }),
    );
  addEventListener('error', ({ target }) => target.type === 'module' && loadAgain(), true);
  addEventListener('submit', (event) => {
    if (!navigator.onLine) event.preventDefault();
    else if (!event.defaultPrevented) event.target.sentAt = performance.now();
  });

  const last = { event: null };
  window['host:last-click'] = last;
  const remember = (event) => {
    const { target, type } = event;
    if (type === 'focusin' && target.form) target.form.lastField = target;
    const button = target.closest('button[type="button"]');
    if (type === 'click') last.event = button && event;
    else if (type !== 'pointerdown' || button) last.event = null;
  };
  for (const type of ['click', 'pointerdown', 'keydown', 'focusin']) addEventListener(type, remember, true);
}
