// Inline at the end of the page: loads pictures and font unless the visitor saves data, and stores the chosen language.
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}
const { connection } = navigator as Navigator & { connection?: Connection };
const savesData =
  connection?.saveData ||
  /(^|; )saver=1/.test(document.cookie) ||
  /2g/.test(connection?.effectiveType ?? '') ||
  matchMedia('(prefers-reduced-data: reduce)').matches;

if (!savesData) {
  // The browser's lazy loading would fetch pictures two screens ahead.
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        observer.unobserve(target);
        const picture = new Image();
        picture.alt = '';
        picture.src = `/landing/${(target as HTMLElement).dataset.picture}`;
        target.prepend(picture);
      }
  });
  for (const element of document.querySelectorAll('[data-picture]')) observer.observe(element);
  const source = `url(/${document.body.dataset.font})`;
  document.fonts.add(new FontFace('Familjen Grotesk Variable', source, { weight: '400 700', display: 'swap' }));
}

document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]');
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Firefox and older Safari.
  if (link) document.cookie = `lang=${link.hreflang};path=/;max-age=31536000;samesite=lax`;
});
