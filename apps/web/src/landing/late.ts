// At the end of the page: pictures and display font, unless the visitor saves data, and the language that was chosen.
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}
const { connection } = navigator as Navigator & { connection?: Connection };
const frugal =
  connection?.saveData ||
  /2g/.test(connection?.effectiveType ?? '') ||
  matchMedia('(prefers-reduced-data: reduce)').matches;

if (!frugal) {
  // The browser's own lazy loading would fetch what lies two screens further down.
  const watcher = new IntersectionObserver((places) => {
    for (const { isIntersecting, target } of places)
      if (isIntersecting) {
        watcher.unobserve(target);
        const picture = new Image();
        picture.alt = '';
        picture.src = `/landing/${(target as HTMLElement).dataset.picture}`;
        target.prepend(picture);
      }
  });
  for (const place of document.querySelectorAll('[data-picture]')) watcher.observe(place);
  const source = `url(/${document.body.dataset.font})`;
  document.fonts.add(new FontFace('Familjen Grotesk Variable', source, { weight: '400 700', display: 'swap' }));
}

document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]');
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Firefox and older Safari.
  if (link) document.cookie = `lang=${link.hreflang};path=/;max-age=31536000;samesite=lax`;
});
