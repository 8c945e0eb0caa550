// Runs before the first paint: theme and language from the cookies of the last visit.
{
  const read = (name) => (document.cookie.match(`(?:^|; )${name}=(\\w+)`) || [])[1];
  const root = document.documentElement;
  const theme = read('theme');
  const light = theme === 'light' || (theme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  root.dataset.theme = light ? 'light' : 'dark';
  const language = read('lang');
  if (language) root.lang = `${language}-ZA`;
}
