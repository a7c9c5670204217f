// Starts the page's fonts and scripts once the page has painted, or at the first touch or key. Until then they share
// the line with nothing that the page is painted with. The composer writes these lines into every page, after the template
// that holds the scripts.
// A click that no script could answer yet is remembered. The host repeats it (host/src/app/early-click.ts).
{
  const { content } = document.getElementById('page-scripts');
  const start = () => document.head.append(content);
  const startAfterPaint = () => (document.hidden ? start() : requestAnimationFrame(() => setTimeout(start)));
  document.addEventListener('DOMContentLoaded', startAfterPaint);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, { capture: true, once: true });

  const early = { control: null, isOver: false };
  window['host:early-click'] = early;
  addEventListener('click', ({ target }) => {
    const control = target.closest('button[type="button"]');
    if (control !== null && !early.isOver) early.control = control;
  });
}
