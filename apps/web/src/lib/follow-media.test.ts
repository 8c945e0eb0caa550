import { describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { followMedia } from './follow-media.ts';

type Media = Awaited<ReturnType<Parameters<typeof followMedia>[0]['fetchState']>>;
const media = (state: Media['state'], reason: string | null = null): Media => ({ state, reason }) as Media;

/** Result for a sequence of responses, and the delays between requests. */
async function found(answers: readonly (Media | Error)[]) {
  const left = [...answers];
  const pauses: number[] = [];
  const result = await followMedia({
    fetchState: async () => {
      const next = left.shift();
      if (!next || next instanceof Error) throw next ?? new Error('asked too often');
      return next;
    },
    wait: async (ms) => pauses.push(ms),
    isCancelled: () => left.length === 0,
  });
  return { result, pauses };
}

describe('a complete upload', () => {
  it('is polled until it is ready or refused', async () => {
    expect((await found([media('processing'), media('ready')])).result).toEqual({ state: 'ready' });
    expect((await found([media('failed', 'Too dark')])).result).toEqual({ state: 'failed', reason: 'Too dark' });
  });

  it('is lost when the server no longer knows it', async () => {
    const gone = new ApiError(404, '{"code":"NOT_FOUND","message":"Not found"}', '');
    expect((await found([gone, gone])).result).toEqual({ state: 'lost' });
  });

  it('is polled less often while the server does not respond', async () => {
    const silence = Array.from({ length: 8 }, () => new Error('no network'));
    const { pauses } = await found(silence);
    expect(pauses).toEqual([1_400, 2_800, 5_600, 11_200, 22_400, 30_000, 30_000, 30_000]);
  });
});
