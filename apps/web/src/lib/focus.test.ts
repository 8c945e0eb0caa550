import { afterEach, describe, expect, it, vi } from 'vitest';
import { restoreFocus } from './focus.ts';

const screen = `<main><h1 tabindex="-1">Thread</h1><button id="opener"></button><textarea data-takes-focus></textarea></main>`;
const find = (what: string) => document.querySelector<HTMLElement>(what);
const settled = () => new Promise((done) => setTimeout(done));
const pointer = (fine: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: fine }));

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

describe('when an overlay closes, focus', () => {
  it('returns to the opener', async () => {
    document.body.innerHTML = screen;
    restoreFocus(find('#opener'));
    await settled();
    expect(document.activeElement).toBe(find('#opener'));
  });

  it.each([
    [true, 'textarea'],
    [false, 'h1'],
  ])('goes, with a fine pointer: %s, to the %s when the opener goes with it', async (fine, place) => {
    pointer(fine);
    document.body.innerHTML = screen;
    restoreFocus(find('#opener'));
    find('#opener')?.remove();
    await settled();
    expect(document.activeElement).toBe(find(place));
  });

  it('stays where the member has moved it, and does not move when nothing had focus', async () => {
    document.body.innerHTML = screen;
    restoreFocus(document.body);
    await settled();
    expect(document.activeElement).toBe(document.body);
    restoreFocus(find('#opener'));
    find('textarea')?.focus();
    await settled();
    expect(document.activeElement).toBe(find('textarea'));
  });
});
