// Runs before the first paint. Whoever has a session to restore is not shown, for the moment that takes, what only an
// anonymous visitor should see; host/src/styles/document.css has the other half.
try {
  if (localStorage.getItem('host:sales-session') || localStorage.getItem('host:customer-session')) {
    document.documentElement.dataset.session = 'restoring';
  }
} catch {
  // No storage, no session to restore.
}
