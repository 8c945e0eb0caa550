import { beforeEach, describe, expect, it, vi } from 'vitest';
import whole from '../styles/app.css?url';

const sheets = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'));
const openPage = (attributes: string) => {
  document.head.innerHTML = `<link ${attributes}>`;
};
let allStyles: () => Promise<void>;

beforeEach(async () => {
  vi.resetModules();
  ({ loadAllStyles: allStyles } = await import('./styles.ts'));
});

describe('full style sheet', () => {
  it('loads once, after the first sheet, and resolves when loaded', async () => {
    openPage('data-first href="/assets/first.css"');
    const waits = [allStyles(), allStyles()];
    expect(sheets()).toEqual(['/assets/first.css', whole]);
    const arrived = vi.fn();
    const all = Promise.all(waits).then(arrived);
    await Promise.resolve();
    expect(arrived).not.toHaveBeenCalled();
    document.querySelector(`link[href="${whole}"]`)?.dispatchEvent(new Event('load'));
    await all;
    expect(arrived).toHaveBeenCalled();
  });

  it('loads again after a failure', async () => {
    openPage('data-first href="/assets/first.css"');
    const lost = allStyles();
    document.querySelector(`link[href="${whole}"]`)?.dispatchEvent(new Event('error'));
    await lost;
    expect(sheets()).toEqual(['/assets/first.css']);
    void allStyles();
    expect(sheets()).toContain(whole);
  });

  it('is not loaded when the page already links it', async () => {
    openPage(`href="${whole}"`);
    await allStyles();
    expect(sheets()).toEqual([whole]);
  });
});
