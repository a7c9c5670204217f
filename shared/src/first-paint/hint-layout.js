// Before the first paint: lets the browser lay out late what is far below the screen. This holds as long as a visitor
// goes down from the top. Estimated heights would lead a link, a restored position or a search to the wrong place. So
// with any of these the browser lays out the whole page. The rules: host/src/styles/document.css and
// marketing/src/styles.css. The composer writes these lines into every page.
{
  const page = document.documentElement;
  const layOutAll = () => delete page.dataset.layout;
  const [load] = performance.getEntriesByType('navigation');
  if (load?.type === 'navigate' && !location.hash && !load.name.includes('#')) page.dataset.layout = 'near';
  const on = (type, isJump) => addEventListener(type, (event) => isJump(event) && layOutAll(), true);
  on('click', ({ target }) => target.closest('a[href*="#"]'));
  on('keydown', ({ key, ctrlKey, metaKey }) => ctrlKey || metaKey || key === 'End' || key === 'F3');
  on('pointerdown', ({ target }) => target === page);
  addEventListener('popstate', layOutAll);
  addEventListener('beforeprint', layOutAll);
}
