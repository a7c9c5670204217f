// Starts the page's fonts and scripts once the page has painted, or at the first touch or key. Until then they share
// the line with nothing that the page is painted with: the second frame begins when the first is on its way to the
// screen. The composer writes these lines into every page, after the template that holds the scripts and the stylesheet
// of the font faces.
// That stylesheet enters the page when its fonts are in the browser's cache, or have failed, so text changes its face
// once. A font that the stylesheet itself asks for carries the page's address as its referrer. What is fetched here
// carries none.
// A click that no script could answer yet is remembered. The host repeats it (host/src/app/early-click.ts).
{
  const { content } = document.getElementById('page-scripts');
  const faces = content.querySelector('link[data-fonts]');
  const download = (url) =>
    fetch(url, { referrerPolicy: 'no-referrer', priority: 'low' }).then((font) => font.blob());
  const start = () => {
    if (content.childElementCount === 0) return;
    faces?.remove();
    document.head.append(content);
    if (faces)
      Promise.allSettled(faces.dataset.fonts.split(' ').map(download)).then(() =>
        document.head.append(faces),
      );
  };
  const startAfterPaint = () =>
    document.hidden ? start() : requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  document.addEventListener('DOMContentLoaded', startAfterPaint);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, { capture: true, once: true });

  const early = { control: null, isOver: false };
  window['host:early-click'] = early;
  addEventListener('click', ({ target }) => {
    const control = target.closest('button[type="button"]');
    if (control !== null && !early.isOver) early.control = control;
  });
}
