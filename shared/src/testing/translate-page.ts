/**
 * Does to a page what a browser's translation does. It replaces each text, now and later, by an element with the
 * translated text. Journeys run it inside the page, so it uses nothing outside itself.
 * @returns ends it
 */
export function translatePage(): () => void {
  /** What a browser leaves as it is. */
  const kept = new Set(['FONT', 'OPTION', 'SCRIPT', 'STYLE', 'TEXTAREA', 'TITLE']);
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: CharacterData[] = [];
    for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) texts.push(node as CharacterData);
    }
    for (const text of texts) {
      const parent = text.parentElement;
      if (parent === null || kept.has(parent.tagName) || text.data.trim() === '') continue;
      const outer = document.createElement('font');
      outer.appendChild(document.createElement('font')).textContent = text.data;
      parent.replaceChild(outer, text);
    }
  };
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) translate(node);
  });
  translate(document.documentElement);
  observer.observe(document.documentElement, { childList: true, subtree: true });
  return () => observer.disconnect();
}
