import { useQuery } from '@tanstack/react-query';
import type { ProfileView } from '@vlam/contract/profiles';
import { afterEach, expect, it } from 'vitest';
import { render, serve, settle } from '../../../test/render.tsx';
import { personQuery } from '../../lib/person.ts';
import { useArrival, useIdOfHandle } from './handle-api.ts';

const id = '01a21e93-8d88-753c-8580-413037fce9df';
const person = { id, handle: 'naledi.m', displayName: 'Naledi' } as ProfileView;

function Page({ handle }: { handle?: string }) {
  const named = useIdOfHandle(handle);
  const { data } = useQuery({ ...personQuery(handle ? (named.data ?? '') : id), enabled: !handle || !!named.data });
  useArrival(data);
  return <b>{data?.displayName}</b>;
}

afterEach(() => history.replaceState(null, '', '/'));

it('shows the own address of a person opened by id, and asks for nothing more', async () => {
  history.replaceState({ key: 'kept' }, '', `/profile/${id}?item=7`);
  const calls = serve({ [`GET /api/profiles/${id}`]: () => ({ status: 200, body: person }) });
  const { container, unmount } = await render(<Page />);
  await settle();
  expect(container.textContent).toBe('Naledi');
  expect(location.pathname + location.search).toBe('/@naledi.m?item=7');
  expect(history.state).toEqual({ key: 'kept' });
  expect(calls).toHaveLength(1);
  unmount();
});

it('leads a former handle to the current one, with one call', async () => {
  history.replaceState(null, '', '/@old.naledi');
  const calls = serve({ 'GET /api/profiles/by-handle/old.naledi': () => ({ status: 200, body: person }) });
  const { container, unmount } = await render(<Page handle="old.naledi" />);
  await settle();
  expect(container.textContent).toBe('Naledi');
  expect(location.pathname).toBe('/@naledi.m');
  expect(calls).toHaveLength(1);
  unmount();
});

it('leaves the address of a person without a handle, and that of an open sheet', async () => {
  for (const [state, body] of [
    [null, { ...person, handle: null }],
    [{ layer: 'sheet' }, person],
  ]) {
    history.replaceState(state, '', `/creator/${id}`);
    serve({ [`GET /api/profiles/${id}`]: () => ({ status: 200, body: body as ProfileView }) });
    const { unmount } = await render(<Page />);
    await settle();
    expect(location.pathname).toBe(`/creator/${id}`);
    unmount();
  }
});
