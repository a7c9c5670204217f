// In pages for representatives: asks for the session's token while the scripts are on their way. The host takes the answer
// in place of its first renewal (host/src/api/early-answer.ts). A logout that has no answer yet restores no session. The
// composer writes these lines after the page's configuration.
{
  let sessionId;
  try {
    if (!localStorage.getItem('host:sign-out-pending'))
      ({ sessionId } = JSON.parse(localStorage.getItem('host:sales-session')));
  } catch {
    sessionId = undefined;
  }
  if (sessionId) {
    const { apiUrl, publishableKey } = JSON.parse(document.getElementById('corvane-page').textContent);
    const { href } = new URL(`${apiUrl || location.origin}/functions/v1/renew-session`);
    const headers = { apikey: publishableKey, 'Content-Type': 'application/json' };
    if (!publishableKey.startsWith('sb_')) headers.Authorization = `Bearer ${publishableKey}`;
    const call = new AbortController();
    const answer = fetch(href, { method: 'POST', headers, body: '{}', signal: call.signal });
    answer.catch(() => {});
    window['host:early-answer'] = {
      href,
      sessionId,
      answer,
      askedAtMs: Date.now(),
      abort: () => call.abort(),
    };
  }
}
