import type { Crop } from '@vlam/contract/profiles-photos';
import { act } from 'react';
import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { PhotoCrop } from './photo-crop.tsx';

async function open(saved?: Crop) {
  let crop: Crop | undefined;
  const screen = await render(
    <PhotoCrop
      src="/img/o/whole.webp"
      kind="photo"
      saved={saved}
      onChange={(next) => {
        crop = next;
      }}
    />,
  );
  const image = screen.container.querySelector('img');
  const surface = screen.container.querySelector<HTMLButtonElement>('button[aria-describedby]');
  if (!image || !surface) throw new Error('no picture to crop');
  Object.defineProperties(image, { naturalWidth: { value: 1600 }, naturalHeight: { value: 1200 } });
  await act(async () => void image.dispatchEvent(new Event('load')));
  const press = (key: string, shiftKey = false) =>
    act(async () => void surface.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true })));
  return { press, current: () => crop as Crop, unmount: screen.unmount };
}

it('is cropped by keys alone: plus and minus zoom, arrows move, and it stays inside the picture', async () => {
  const { press, current, unmount } = await open();
  const whole = current();
  expect([whole.top, whole.height]).toEqual([0, 10_000]);
  await press('+');
  await press('+');
  expect(current().height).toBeLessThan(8_000);
  const zoomed = current();
  await press('ArrowLeft');
  expect(current().left).toBeGreaterThan(zoomed.left);
  for (let presses = 0; presses < 40; presses += 1) await press('ArrowUp', true);
  expect(current().top + current().height).toBe(10_000);
  for (let presses = 0; presses < 20; presses += 1) await press('-');
  expect(current()).toMatchObject({ width: whole.width, height: 10_000 });
  unmount();
});

it('opens with the saved crop', async () => {
  const saved = { left: 3_000, top: 1_000, width: 2_813, height: 5_000 };
  const { current, unmount } = await open(saved);
  for (const side of ['left', 'top', 'width', 'height'] as const)
    expect(Math.abs(current()[side] - saved[side])).toBeLessThanOrEqual(4);
  unmount();
});
