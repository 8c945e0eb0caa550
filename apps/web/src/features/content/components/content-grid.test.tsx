import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import { waitUntil } from '../../../../test/wait.ts';
import { emitEvent, topicStore } from '../../../lib/realtime.ts';
import { ContentGrid } from './content-grid.tsx';

const creatorId = '01999999-0000-7000-8000-000000000002';
const id = '01999999-0000-7000-8000-000000000001';

afterEach(() => vi.useRealTimers());

it('reads the items of the creator again when one is published, and of no other creator', async () => {
  let reads = 0;
  serve({
    [`GET /api/creators/${creatorId}/content`]: () => {
      reads += 1;
      return { status: 200, body: [] };
    },
  });
  const { unmount } = await render(
    <ContentGrid creatorId={creatorId} name="Zanele" mediaType={undefined} onOpen={() => undefined} />,
  );
  await act(() => waitUntil(() => reads === 1));
  expect(topicStore.get()).toContain(`creator:${creatorId}`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(async () => emitEvent('content.published', { id, creatorId: id }));
  await act(() => vi.advanceTimersByTimeAsync(800));
  expect(reads).toBe(1);
  await act(async () => emitEvent('content.published', { id, creatorId }));
  await act(() => vi.advanceTimersByTimeAsync(800));
  expect(reads).toBe(2);
  unmount();
  expect(topicStore.get()).not.toContain(`creator:${creatorId}`);
});
