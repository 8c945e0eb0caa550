import { beforeEach, describe, expect, it } from 'vitest';
import { bytesOf, savedOf } from './data-meter.ts';
import { countData, dataUseKey, dataUseStore, kindOf, readBytes, saveDataUse, totalOf } from './data-use.ts';
import { keepDeviceSettings } from './device-settings.ts';

const november = new Date('2026-11-21T10:00:00+02:00');
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  saveDataUse(november);
  localStorage.clear();
  sessionStorage.clear();
});

describe('the data meter', () => {
  it('adds by kind, to the month and to the visit', () => {
    countData('videos', 700);
    countData('app', 40);
    saveDataUse(november);
    countData('videos', 300);
    saveDataUse(november);
    const { month, thisMonth, thisVisit } = dataUseStore.get();
    expect(month).toBe('2026-11');
    expect(thisMonth).toMatchObject({ videos: 1_000, app: 40, lives: 0 });
    expect(totalOf(thisVisit)).toBe(1_040);
  });

  it('counts what came from this device as saved, beside the total', () => {
    countData('pictures', 10);
    countData('saved', 5_000);
    saveDataUse(november);
    const { thisMonth } = dataUseStore.get();
    expect([totalOf(thisMonth), thisMonth.saved]).toEqual([10, 5_000]);
    const entry = { entryType: 'resource', encodedBodySize: 800, workerStart: 0 };
    expect(savedOf({ ...entry, transferSize: 0 }, '/img/p/1.webp')).toBe(800);
    expect(savedOf({ ...entry, transferSize: 1_100 }, '/img/p/1.webp')).toBe(0);
    // The worker may have downloaded it.
    expect(savedOf({ ...entry, transferSize: 0, workerStart: 5 }, '/assets/a.js')).toBe(0);
  });

  it('begins anew with the month in Johannesburg, and a visit outlives it', () => {
    countData('pictures', 500);
    saveDataUse(new Date('2026-11-30T21:59:00Z'));
    countData('pictures', 20);
    saveDataUse(new Date('2026-11-30T22:01:00Z'));
    expect(dataUseStore.get()).toMatchObject({
      month: '2026-12',
      thisMonth: { pictures: 20 },
      thisVisit: { pictures: 520 },
    });
  });

  it('adds to what another tab stored since', () => {
    countData('app', 10);
    saveDataUse(november);
    localStorage.setItem(dataUseKey, JSON.stringify({ month: '2026-11', bytes: { app: 1_000 } }));
    countData('app', 5);
    saveDataUse(november);
    expect(readBytes(localStorage.getItem(dataUseKey), '2026-11').app).toBe(1_005);
  });

  it.each(['', '{', 'null', '[]', '{"month":"2026-11","bytes":{"app":-5,"videos":"7"}}'])('reads %s as nothing', (it) =>
    expect(totalOf(readBytes(it, '2026-11'))).toBe(0),
  );

  it('tells the kinds apart by the address', () => {
    expect(kindOf('/m/live/1/seg.m4s', 'fetch')).toBe('lives');
    expect(kindOf('/m/abc/640.avif', 'img')).toBe('pictures');
    expect(kindOf('/m/abc/1080/3.m4s', 'fetch')).toBe('videos');
    expect(kindOf('/m/abc/sound/3.m4s', 'fetch')).toBe('sound');
    expect(kindOf('/m/abc/sound.m3u8', 'fetch')).toBe('sound');
    expect(kindOf('/m/soundscape/720/1.m4s', 'fetch')).toBe('videos');
    expect(kindOf('/api/messages/1', 'fetch')).toBe('messages');
    expect(kindOf('/assets/vendor-1.js', 'script')).toBe('app');
  });

  it('leaves to the worker what the worker answered, and counts what only passed it', () => {
    const entry = { transferSize: 900, entryType: 'resource' };
    expect(bytesOf({ ...entry, workerStart: 4 }, '/assets/a.js')).toBe(0);
    expect(bytesOf({ ...entry, workerStart: 0 }, '/assets/a.js')).toBe(900);
    expect(bytesOf({ ...entry, workerStart: 4 }, '/api/auth/user')).toBe(1_200);
    expect(bytesOf({ ...entry, transferSize: 0, workerStart: 4 }, '/api/auth/user')).toBe(0);
    expect(bytesOf({ ...entry, entryType: 'navigation', workerStart: 4 }, '/')).toBe(0);
  });

  it('is cleared with what is personal when a member logs out', async () => {
    countData('lives', 5);
    saveDataUse(november);
    await keepDeviceSettings(async () => undefined);
    expect(localStorage.getItem(dataUseKey)).toBeNull();
  });
});
