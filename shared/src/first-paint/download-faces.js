// Downloads the fonts of every page, and changes the text's face when they have all arrived or failed. Text changes its
// face once, and only if nothing on the screen moves. Otherwise the page keeps the faces of the visitor's machine until
// the person opens another page (host/src/app/next-page.ts). The rules: host/src/styles/document.css.
// Most parts of a page's content are below the screen. What is in them is not looked at: that took 20 ms of a slow phone.
// Elsewhere, a fixed bar or dialog may be on the screen while its parent is not.
// start-after-paint.js begins the download. A font that a stylesheet asks for carries the page's address as its referrer.
// What is fetched here carries none, and the stylesheet then finds it in the browser's cache.
// Safari before 17.4 has no checkVisibility, and lays out everything.
// The composer writes these lines into every page, after the template that holds the stylesheet of the faces.
{
  const page = document.documentElement;
  const link = document.querySelector('#page-faces')?.content.firstElementChild;
  if (link) page.dataset.faces = 'local';

  const partsOnScreen = (part) => {
    const isHidden = part.checkVisibility?.({ contentVisibilityAuto: true }) === false;
    const { top, bottom, height } = isHidden ? {} : part.getBoundingClientRect();
    const isOnScreen = bottom > 0 && innerHeight > top;
    const isLeft = height > 0 && !isOnScreen && part.closest('main');
    const inside = isLeft || part.matches('svg') ? [] : [...part.children].flatMap(partsOnScreen);
    return isOnScreen ? [part, ...inside] : inside;
  };
  const edges = (part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return [top, Math.min(bottom, innerHeight)];
  };
  const changeFace = () => {
    const parts = partsOnScreen(document.body);
    const before = parts.flatMap(edges);
    delete page.dataset.faces;
    const isMoved = parts.flatMap(edges).some((edge, at) => Math.abs(edge - before[at]) > 2);
    if (isMoved) page.dataset.faces = 'later';
  };

  const download = (url) =>
    fetch(url, { referrerPolicy: 'no-referrer', priority: 'low' }).then((font) => font.blob());
  const isDownloaded = ({ family }) => !family.includes('Fallback');
  const loadFaces = () =>
    Promise.all(
      [...document.fonts].filter(isDownloaded).map(({ family }) => document.fonts.load(`1em ${family}`)),
    );
  window['host:download-faces'] = () => {
    if (!link) return;
    link.onload = () => loadFaces().then(changeFace, () => {});
    Promise.allSettled(link.dataset.fonts.split(' ').map(download)).then(() => document.head.append(link));
  };
}
