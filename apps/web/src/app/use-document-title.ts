import { useEffect } from 'react';

/** Sets the document title to the heading of the screen: a person's name, not "Profile". `data-title` overrides it. */
export function useDocumentTitle(product: string): void {
  useEffect(() => {
    const read = () => {
      // Covered by the lock of the device: a title can name a person.
      if ('locked' in document.documentElement.dataset) return;
      const heading = document.querySelector<HTMLElement>('main h1');
      const text = heading?.dataset.title ?? heading?.textContent;
      document.title = text ? `${text} · ${product}` : product;
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [product]);
}
