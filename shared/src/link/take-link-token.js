// Takes the access token of a customer's link out of the address before anything can copy, log or send it.
// A program that the link went through may have encoded its equals sign, or written its name in another case.
// The token goes to the host in memory (contracts/remote/access-link.ts). The history entry keeps a mark, never the token.
// The composer writes these lines into every page as its first script. The edges allow it by its hash. The host runs
// the same file again, for a page in whose place the script was blocked.
{
  const url = new URL(location.href);
  const [name, value] = [...url.searchParams].find(([name]) => /^access(=|$)/i.test(name)) ?? [];
  if (name !== undefined) {
    url.searchParams.delete(name);
    history.replaceState({ ...history.state, 'host:link': true }, '', url.href);
    window['host:link-token'] = (value || name.slice(7)).trim();
  }
  if (history.state?.['host:link']) document.documentElement.dataset.link = 'opening';
}
