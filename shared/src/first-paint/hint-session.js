// Before the first paint: while a session is being restored, hides what only an anonymous visitor should see.
// host/src/styles/document.css has the other half. The composer writes these lines into every page.
{
  let stored = null;
  try {
    stored = localStorage.getItem('host:sales-session') || localStorage.getItem('host:customer-session');
  } catch {
    stored = null;
  }
  if (stored) document.documentElement.dataset.session = 'restoring';
}
