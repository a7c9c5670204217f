// Lets the host's first script have the line alone, in pages that show nothing of their own without scripts. It takes long
// to run, and needs no other until then. When it is there, the browser fetches the remote's scripts and the fonts. Some
// scripts are for an address alone, such as those of a tab. The composer puts the links into templates, and these lines
// after download-faces.js. On a fast line nothing waits, as far as the browser tells how fast it is. A browser may have
// told of the first script before these lines run, and hide what it has loaded: then they wait for a while.
{
  const first = document.querySelector('link[rel=modulepreload]');
  const isThere = new Promise((resolve) => {
    first.onload = first.onerror = resolve;
    const isKnown = first.relList.supports('modulepreload');
    const isFast = navigator.connection?.downlink >= 5;
    if (isFast || !isKnown || performance.getEntriesByName(first.href).length > 0) resolve();
    setTimeout(resolve, 5000);
  });
  const asked = ['', ...location.search.slice(1).split('&')];
  isThere.then(() => {
    for (const { dataset, content } of document.querySelectorAll('template[data-search]'))
      if (asked.includes(dataset.search)) document.head.append(content);
  });
  const download = window['host:download-faces'];
  window['host:download-faces'] = () => isThere.then(download);
}
