// Runs before the page is drawn, so that a chosen theme does not flash the other one first.
try {
  const theme = localStorage.getItem('tilewright.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to this page; the system's theme is used.
}
// A link that asks for the view for other pages: that one alone may be framed, so it has an address of its own.
if (/[?&]embed\b/.test(location.search) && !location.pathname.endsWith('/embed.html')) location.replace(`/embed.html${location.search}${location.hash}`);
