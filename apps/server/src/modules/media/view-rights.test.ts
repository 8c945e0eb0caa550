import { describe, expect, it } from 'vitest';
import type { StoredMedia } from './media.ts';
import { createFileAccess } from './view-rights.ts';

const find = async (id: string) => ({ id, ownerId: 'owner', state: 'ready' }) as StoredMedia;

describe('the right of a viewer', () => {
  it('T47: is asked once a second for the further ranges of a file, and for each first one', async () => {
    let now = 0;
    let asked = 0;
    let allowed = true;
    const access = createFileAccess({
      find,
      async mayView() {
        asked += 1;
        return allowed;
      },
      clock: { monotonicMs: () => now },
    });
    const isOpen = async (who: string, what: string, isContinued: boolean) =>
      (await access.open(who, what, { isContinued }))?.id === what;
    const first = () => isOpen('fan', 'clip', false);
    const further = () => isOpen('fan', 'clip', true);

    expect(await first()).toBe(true);
    for (let range = 0; range < 20; range += 1) expect(await further()).toBe(true);
    expect(asked).toBe(1);
    expect(await isOpen('owner', 'clip', false)).toBe(true);
    expect(asked).toBe(1);
    expect(await isOpen('fan', 'another clip', true)).toBe(true);
    expect(await isOpen('another fan', 'clip', true)).toBe(true);
    expect(asked).toBe(3);

    allowed = false;
    now += 1_001;
    expect(await further()).toBe(false);
    allowed = true;
    expect(await further()).toBe(true);
    allowed = false;
    expect(await first()).toBe(false);
    expect(await further()).toBe(false);
  });

  it('T47: that ends while it is asked lasts no longer than a second from the question', async () => {
    let now = 0;
    const answer = Promise.withResolvers<boolean>();
    let asked = 0;
    const access = createFileAccess({
      find,
      mayView() {
        asked += 1;
        return asked === 1 ? answer.promise : Promise.resolve(false);
      },
      clock: { monotonicMs: () => now },
    });
    const slow = access.open('fan', 'clip', { isContinued: false });
    now = 900;
    answer.resolve(true);
    expect((await slow)?.id).toBe('clip');
    now = 1_001;
    expect(await access.open('fan', 'clip', { isContinued: true })).toBeNull();
  });
});
