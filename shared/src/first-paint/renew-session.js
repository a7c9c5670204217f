// In pages for representatives: asks for the session's token while the scripts are on their way. The host takes the answer
// in place of its first renewal (host/src/api/early-answer.ts). A logout that has no answer yet restores no session. The
// composer writes these lines after the page's configuration.
{
  let isSignedIn = false;
  try {
    isSignedIn = localStorage.getItem('host:sales-session') && !localStorage.getItem('host:sign-out-pending');
  } catch {
    isSignedIn = false;
  }
  if (isSignedIn) {
    const { apiUrl, publishableKey } = JSON.parse(document.getElementById('corvane-page').textContent);
    const url = `${apiUrl || location.origin}/functions/v1/renew-session`;
    const headers = { apikey: publishableKey, 'Content-Type': 'application/json' };
    if (!publishableKey.startsWith('sb_')) headers.Authorization = `Bearer ${publishableKey}`;
    const answer = fetch(url, { method: 'POST', headers, body: '{}' });
    answer.catch(() => {});
    window['host:early-answer'] = { url, answer, askedAtMs: performance.now() };
  }
}
