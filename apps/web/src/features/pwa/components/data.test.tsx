import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { WifiGate } from '../../../components/ui/wifi-gate.tsx';
import { countData, dataUseStore } from '../../../lib/data-use.ts';
import { saveData } from '../../../lib/device.ts';
import { asksBeforePlaying, setWifiOnly } from '../../../lib/wifi-only.ts';
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

describe('videos and shows only on Wi-Fi', () => {
  const switchOf = (container: HTMLElement) => container.querySelectorAll<HTMLButtonElement>('[role=switch]')[1];
  const connection = Object.assign(new EventTarget(), { type: 'cellular' });
  const become = (type: string) =>
    act(() => {
      connection.type = type;
      connection.dispatchEvent(new Event('change'));
    });
  beforeEach(() => {
    connection.type = 'cellular';
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'connection');
    setWifiOnly(false);
  });

  it('says that it cannot ask where the browser does not report the kind of its connection', async () => {
    Reflect.deleteProperty(navigator, 'connection');
    setWifiOnly(true);
    const { container } = await render(<DataSaver />);
    expect([switchOf(container)?.disabled, asksBeforePlaying()]).toEqual([true, false]);
    expect(container.textContent).toContain('This browser does not say');
    expect((await render(<WifiGate className="">film</WifiGate>)).container.textContent).toBe('film');
  });

  it('asks before each on mobile data, and never on Wi-Fi or by cable', async () => {
    const { container } = await render(<DataSaver />);
    expect(asksBeforePlaying()).toBe(false);
    act(() => switchOf(container)?.click());
    for (const [type, asks] of Object.entries({ cellular: true, unknown: true, wifi: false, ethernet: false })) {
      connection.type = type;
      expect([type, asksBeforePlaying()]).toEqual([type, asks]);
    }
    connection.type = 'cellular';
    act(() => switchOf(container)?.click());
    expect(asksBeforePlaying()).toBe(false);
  });

  it('keeps the video back until the member presses, and shows what stands below it', async () => {
    setWifiOnly(true);
    const { container } = await render(
      <WifiGate className="" after="below">
        {(isAllowed) => `film, ${isAllowed}`}
      </WifiGate>,
    );
    expect(container.textContent).toMatch(/This looks like mobile data.*below/);
    expect(container.textContent).not.toContain('film');
    act(() => container.querySelector('button')?.click());
    expect(container.textContent).toBe('film, true');
    // One yes is for this one, however the connection changes.
    become('wifi');
    become('cellular');
    expect(container.textContent).toBe('film, true');
  });

  it('stops a video that began on Wi-Fi when the phone leaves it', async () => {
    setWifiOnly(true);
    connection.type = 'wifi';
    const { container } = await render(<WifiGate className="">film</WifiGate>);
    expect(container.textContent).toBe('film');
    become('cellular');
    expect(container.textContent).toContain('Play this one');
    become('wifi');
    expect(container.textContent).toBe('film');
  });
});

it('shows a newcomer no empty rows', async () => {
  const { container } = await render(<DataUse />);
  expect(container.querySelectorAll('dt')).toHaveLength(0);
  expect(container.textContent).toContain('Next to nothing yet');
  expect(container.textContent).not.toContain('saved');
});

it('shows the month, the visit, what was saved and each kind with data, the largest first', async () => {
  countData('saved', 3_100_000);
  countData('pictures', 2_000_000);
  countData('videos', 96_400_000);
  const { container } = await render(<DataUse />);
  const rows = [...container.querySelectorAll('dt')].map((row) => row.textContent);
  expect(rows).toEqual(['Videos', 'Pictures']);
  expect(container.textContent).toContain('3.1 MB saved');
  expect(container.textContent).toContain('Nothing yet: ');
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
