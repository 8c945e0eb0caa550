// Inline in the head, before the first paint: sets the theme of the last visit.
const theme = /(?:^|; )theme=(light|auto)/.exec(document.cookie)?.[1];
if (theme === 'light' || (theme && matchMedia('(prefers-color-scheme: light)').matches))
  document.documentElement.dataset.theme = 'light';
