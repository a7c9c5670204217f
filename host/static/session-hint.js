// Runs before the first paint. While a session is being restored, hides what only an anonymous visitor should see.
// host/src/styles/document.css has the other half.
try {
  if (localStorage.getItem('host:sales-session') || localStorage.getItem('host:customer-session')) {
    document.documentElement.dataset.session = 'restoring';
  }
} catch {
  // No storage, no session to restore.
}
