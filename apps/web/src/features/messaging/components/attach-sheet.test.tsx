import { beforeEach, expect, it, vi } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { AttachSheet } from './attach-sheet.tsx';

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia: () => new Promise(() => undefined), enumerateDevices: async () => [] },
    configurable: true,
  });
});

const sheet = async (onLibrary: (() => void) | undefined) => {
  const on = { onChoose: vi.fn(), onCapture: vi.fn(), onClose: vi.fn() };
  const screen = await render(<AttachSheet {...on} onLibrary={onLibrary} />);
  const rows = () =>
    [...screen.container.querySelectorAll('button')].map(({ textContent }) => textContent).filter(Boolean);
  return { screen, rows, ...on };
};

it('offers camera and files to every member, and the library to creators', async () => {
  const fan = await sheet(undefined);
  expect(fan.rows()).toEqual(
    expect.arrayContaining(['Photos from this device', 'A video from this device', 'Take a photo', 'Record a clip']),
  );
  expect(fan.rows()).not.toContain('From your library');
  fan.screen.unmount();
  const onLibrary = vi.fn();
  const creator = await sheet(onLibrary);
  await creator.screen.press('From your library');
  expect([onLibrary.mock.calls.length, creator.onClose.mock.calls.length]).toEqual([1, 1]);
  creator.screen.unmount();
});

it('opens the camera in its place, without closing the choice for good', async () => {
  const { screen, onClose, onChoose } = await sheet(undefined);
  await screen.press('Record a clip');
  expect(onClose).not.toHaveBeenCalled();
  expect(onChoose).not.toHaveBeenCalled();
  screen.unmount();
});
