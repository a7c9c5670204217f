// Takes the access token of a customer's link out of the address before anything can copy, log or send it.
// The token goes to the host in memory (contracts/remote/access-link.ts). The history entry keeps a mark, never the token.
// The composer writes these lines into every page as its first script. The edges allow it by its hash. The host runs
// the same file again, for a page in whose place the script was blocked.
{
  const url = new URL(location.href);
  const token = url.searchParams.get('access');
  if (token !== null) {
    url.searchParams.delete('access');
    history.replaceState({ ...history.state, 'host:link': true }, '', url.href);
    window['host:link-token'] = token.trim();
  }
  if (history.state?.['host:link']) document.documentElement.dataset.link = 'opening';
}
