import { afterEach, expect, it } from 'vitest';
import { type Rendered, render } from '../../../../test/render.tsx';
import { QuietHours } from './quiet-hours.tsx';

let drawn: Rendered | undefined;
afterEach(() => drawn?.unmount());

it.each([
  [{ from: '22:00', to: '22:00' }, true],
  [{ from: '22:00', to: '07:00' }, false],
  [null, false],
])('explains that equal start and end mean the whole day: %j', async (value, isWholeDay) => {
  drawn = await render(<QuietHours value={value} onChange={() => {}} />);
  expect(drawn.container.textContent?.includes('That is the whole day')).toBe(isWholeDay);
});
