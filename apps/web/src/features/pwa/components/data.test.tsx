import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { countData, dataUseStore } from '../../../lib/data-use.ts';
import { saveData } from '../../../lib/device.ts';
import { DataSaver } from './data-saver.tsx';
import { DataUse, formatMegabytes } from './data-use.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('switches the data saver on and off for this device, and the app obeys', async () => {
  const { container } = await render(<DataSaver />);
  const toggle = container.querySelector<HTMLButtonElement>('[role=switch]');
  expect([toggle?.getAttribute('aria-checked'), saveData()]).toEqual(['false', false]);
  act(() => toggle?.click());
  expect([toggle?.getAttribute('aria-checked'), saveData()]).toEqual(['true', true]);
  act(() => toggle?.click());
  expect(saveData()).toBe(false);
});

it('shows the month, the visit and every kind, the largest first', async () => {
  countData('pictures', 2_000_000);
  countData('videos', 96_400_000);
  const { container } = await render(<DataUse />);
  const rows = [...container.querySelectorAll('dt')].map((row) => row.textContent);
  expect(rows.slice(0, 2)).toEqual(['Videos', 'Pictures']);
  expect(rows).toHaveLength(6);
  expect(dataUseStore.get().thisVisit.videos).toBe(96_400_000);
  expect(container.textContent).toContain('98 MB this visit');
});

it('writes megabytes as networks sell them', () => {
  expect([0, 49_000, 3_140_000, 9_960_000, 1_840_500_000].map(formatMegabytes)).toEqual([
    '0.0',
    '0.0',
    '3.1',
    '10',
    '1,841',
  ]);
});
