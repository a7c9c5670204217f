// Takes the access token of a customer's link out of the address before anything can copy, log or send it.
// A program that the link went through may have encoded its equals sign, or written its name in another case.
// The token goes to the host in memory (contracts/remote/access-link.ts). The history entry keeps a mark, never the token.
// The composer writes these lines into every page as its first script. The edges allow it by its hash. The host runs
// the same file again, for a page in whose place the script was blocked.
{
  const url = new URL(location.href);
  const keys = [...url.searchParams].filter(([name]) => /^access(=|$)/i.test(name));
  if (keys.length > 0) {
    for (const [name] of keys) url.searchParams.delete(name);
    history.replaceState({ ...history.state, 'host:link': true }, '', url.href);
    const tokens = keys.map(([name, value]) => (value || name.slice(7)).trim());
    window['host:link-token'] = tokens.find(Boolean) ?? '';
  }
  if (history.state?.['host:link']) document.documentElement.dataset.link = 'opening';
}
