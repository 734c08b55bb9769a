// Runs before the page is drawn, so that a chosen theme does not flash the other one first.
try {
  const theme = localStorage.getItem('tilewright.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to this page; the system's theme is used.
}
