// Before the first paint: hides what only an anonymous visitor should see while a session is being restored. It also
// says whether a representative works in the dark. host/src/styles/document.css has the other half. The composer writes
// these lines into every page.
{
  let stored = null;
  let isDark = false;
  try {
    const rep = localStorage.getItem('host:sales-session');
    const theme = localStorage.getItem('portal:theme');
    stored = rep || localStorage.getItem('host:customer-session');
    isDark = rep && (theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);
  } catch {
    stored = null;
  }
  if (stored) document.documentElement.dataset.session = 'restoring';
  if (isDark) document.documentElement.dataset.repTheme = 'dark';
}
