import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { libraryRequest } from '../../../lib/helpers/picked-files.ts';
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

it('attaches files of the library: one as it is, several as an album, and never free by mistake', async () => {
  const album = '01999999-0000-7000-8000-0000000000aa';
  const calls = serve({ 'POST /api/message-albums': () => ({ status: 201, body: { id: album, count: 2 } }) });
  let attached: Attached = nothingAttached;
  const screen = await render(
    <AttachField
      onChange={(now) => {
        attached = now;
      }}
    />,
  );
  const file = { kind: 'image' as const, bytes: 10, previewUrl: null, isPaid: true };
  const one = { ...file, mediaId: '01999999-0000-7000-8000-000000000001' };
  const two = { ...file, mediaId: '01999999-0000-7000-8000-000000000002' };
  const pick = async (picked: (typeof one)[]) => {
    await screen.press('From your library');
    const request = libraryRequest.get();
    expect(request?.purpose).toEqual({ for: 'message' });
    await act(async () => request?.pick({ media: 'photo', picked }));
    await settle();
  };
  await pick([one]);
  expect(attached).toMatchObject({ mediaId: one.mediaId, isPending: false });
  expect(screen.container.textContent).toContain('You sell this elsewhere');
  await screen.fill('price', '25');
  expect(attached).toMatchObject({ price: 25, isBadPrice: false });
  await screen.press('Remove');
  expect(attached).toMatchObject({ mediaId: null, isPending: false });
  await pick([one, two]);
  const posted = calls.filter(({ call }) => call.startsWith('POST'));
  expect(posted.map(({ call, body }) => [call, body])).toEqual([
    ['POST /api/message-albums', { mediaIds: [one.mediaId, two.mediaId] }],
  ]);
  expect(attached).toMatchObject({ mediaId: album, isPending: false });
  screen.unmount();
});
