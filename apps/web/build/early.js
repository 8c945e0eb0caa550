// Runs before the first paint: theme from the cookie of the last visit.
{
  const read = (name) => (document.cookie.match(`(?:^|; )${name}=(\\w+)`) || [])[1];
  const root = document.documentElement;
  const theme = read('theme');
  const light = theme === 'light' || (theme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  root.dataset.theme = light ? 'light' : 'dark';
  // A disguise stands before anything of the app is painted (src/lib/disguise.ts). Without one this throws.
  try {
    const stored = JSON.parse(localStorage.appDisguiseSettings);
    const { colour, title, icon } = stored.active || (sessionStorage.launched ? null : stored.atLaunch);
    root.style.background = colour;
    root.dataset.cover = '';
    document.title = title;
    document.querySelector('[rel=icon]').href = icon;
  } catch {}
  // The name that the member chose for the home screen (src/features/pwa/home-name.ts).
  const app = read('app');
  const named = app ? document.querySelectorAll('[rel=manifest],[rel^=apple]') : [];
  for (const link of named) link.href = `/icons/${app}${link.rel === 'manifest' ? '.webmanifest' : '-192.png'}`;
  // The first portrait. On a slow line it would hold up the code that shows it: there the app asks for it.
  const picture = document.querySelector('link[data-picture]');
  if (picture && !/[23]g/.test(navigator.connection?.effectiveType)) picture.rel = 'preload';
}
