import { describe, expect, it } from 'vitest';
import { findPlace } from './place-toast.ts';

const toast = { top: 700, bottom: 764 };

describe('the place of a toast', () => {
  it('is its own where it covers nothing that must stay free', () => {
    expect(findPlace(toast, [])).toBe(700);
    expect(findPlace(toast, [{ top: 100, bottom: 150 }])).toBe(700);
  });

  it("is above a sheet's buttons, and above a field that stands on them", () => {
    const buttons = { top: 720, bottom: 780 };
    expect(findPlace(toast, [buttons])).toBe(720 - 12 - 64);
    expect(findPlace(toast, [buttons, { top: 640, bottom: 700 }])).toBe(640 - 12 - 64);
  });

  it('is the top of the window when there is no room above', () => {
    expect(findPlace(toast, [{ top: 40, bottom: 780 }])).toBe(12);
  });
});
