import { describe, expect, it } from 'vitest';
import { findFreePosition } from './position-toast.ts';

const toast = { top: 700, bottom: 764 };

describe('the position of a toast', () => {
  it('stays where it covers no protected element', () => {
    expect(findFreePosition(toast, [])).toBe(700);
    expect(findFreePosition(toast, [{ top: 100, bottom: 150 }])).toBe(700);
  });

  it("moves above a sheet's buttons, and above a field over them", () => {
    const buttons = { top: 720, bottom: 780 };
    expect(findFreePosition(toast, [buttons])).toBe(720 - 12 - 64);
    expect(findFreePosition(toast, [buttons, { top: 640, bottom: 700 }])).toBe(640 - 12 - 64);
  });

  it('is the top of the window when there is no room above', () => {
    expect(findFreePosition(toast, [{ top: 40, bottom: 780 }])).toBe(12);
  });
});
