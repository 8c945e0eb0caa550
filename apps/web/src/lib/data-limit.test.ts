import { beforeEach, expect, it } from 'vitest';
import { changeDataLimit, dataLimitStore, limitMegabytes, percentOf, watchDataLimit } from './data-limit.ts';
import { countData, dataUseKey, dataUseStore, saveDataUse } from './data-use.ts';
import { toastQueue } from './toast.ts';

const november = new Date('2026-11-21T10:00:00+02:00');
const december = new Date('2026-12-01T10:00:00+02:00');
const limit = limitMegabytes * 1_000_000;
const toasts = () => toastQueue.get().map(({ title }) => title);
watchDataLimit();
beforeEach(() => {
  saveDataUse(november);
  localStorage.clear();
  sessionStorage.clear();
  toastQueue.set([]);
  changeDataLimit({ isOn: false, notifiedIn: '' });
});

const use = (bytes: number, at: Date) => {
  countData('videos', bytes);
  saveDataUse(at);
};

it('is off until it is chosen', () => {
  localStorage.removeItem('dataLimit');
  use(limit * 2, november);
  expect(toasts()).toEqual([]);
});

it('notifies once when the month passes the limit, and again in another month', () => {
  changeDataLimit({ isOn: true });
  use(limit - 1, november);
  expect([toasts(), percentOf(dataUseStore.get())]).toEqual([[], 99]);
  use(1, november);
  expect(toasts()).toEqual(['500 MB used this month']);
  use(limit, november);
  expect(toasts()).toHaveLength(1);
  expect(dataLimitStore.get().notifiedIn).toBe('2026-11');
  toastQueue.set([]);
  use(limit, december);
  expect(toasts()).toHaveLength(1);
});

it('notifies of nothing over a disguise, nor of what another tab has shown', () => {
  changeDataLimit({ isOn: true });
  document.documentElement.dataset.cover = '';
  use(limit, november);
  expect(toasts()).toEqual([]);
  delete document.documentElement.dataset.cover;
  localStorage.setItem('dataLimit', JSON.stringify({ isOn: true, notifiedIn: '2026-11' }));
  use(1, november);
  expect(toasts()).toEqual([]);
  expect(localStorage.getItem(dataUseKey)).toContain('videos');
});
