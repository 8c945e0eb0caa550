import type { TestApp } from './app.ts';
import type { TestProfile } from './factories.ts';

export const inMs = (t: TestApp, ms: number): string => new Date(t.clock.now().getTime() + ms).toISOString();

/** A request for a private show, by default in an hour and for 40 credits. */
export const askForShow = (t: TestApp, fan: TestProfile, creator: TestProfile, more: Record<string, unknown> = {}) =>
  t.client(fan).call('createRequest', {
    body: {
      creatorId: creator.profileId,
      title: 'A song by candlelight',
      description: 'Slow, with the blue lamp.',
      contentType: 'live_show' as const,
      offeredPrice: 40,
      showAt: inMs(t, 3_600_000),
      ...more,
    },
  });
