import { act } from 'react';
import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { type Attached, AttachField, nothingAttached } from './attach-field.tsx';

it('never sends a file free when its price is invalid', async () => {
  URL.createObjectURL ??= () => 'blob:photo';
  URL.revokeObjectURL ??= () => undefined;
  let attached: Attached = nothingAttached;
  const onChange = (now: Attached) => {
    attached = now;
  };
  const screen = await render(<AttachField onChange={onChange} />);
  const input = screen.container.querySelector<HTMLInputElement>('input[type=file]');
  // The file type is refused, so nothing is uploaded; the price field shows anyway.
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'x.txt', { type: 'text/plain' })] });
  await act(async () => {
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(attached).toMatchObject({ price: 0, isBadPrice: false });
  expect(screen.container.textContent).toContain('Empty sends it for free');
  await screen.fill('price', '25');
  expect(attached).toMatchObject({ price: 25, isBadPrice: false });
  await screen.fill('price', '1234567');
  expect(attached.isBadPrice).toBe(true);
  expect(screen.container.textContent).toContain('At most 10,000 credits');
  await screen.fill('price', '1.5');
  expect(attached.isBadPrice).toBe(true);
  expect(screen.container.textContent).toContain('Whole credits only');
  screen.unmount();
});
