import { describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aCreator, aProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });

describe('counters and figures', () => {
  it('count rows, for visitors too', async () => {
    const visitor = t.client();
    expect((await visitor.call('discoveryCounters')).body).toEqual({
      online: 0,
      newMessages: 0,
      liveShows: 0,
      readyNow: 0,
    });
    const [here, away, hidden] = [await aProfile(t), await aProfile(t), await aProfile(t)];
    const now = t.clock.now();
    await t.db
      .updateTable('profiles')
      .set({ last_seen_at: new Date(now.getTime() - 70_000), available_until: new Date(now.getTime() - 1) })
      .where('id', '=', away.profileId)
      .execute();
    await t.db
      .updateTable('profiles')
      .set({ available_until: new Date(now.getTime() + 3_600_000) })
      .where('id', 'in', [here.profileId, hidden.profileId])
      .execute();
    await t.context.profiles.setHidden(t.db, hidden.accountId, true);
    t.clock.advance(3_001);
    expect((await visitor.call('discoveryCounters')).body).toMatchObject({ online: 1, readyNow: 1 });
  });

  it("show creators' earnings in rand, from the ledger", async () => {
    const creator = await aCreator(t);
    await t.context.credits.openDemoBalances([{ ownerId: creator.profileId, kind: 'earnings', credits: 100 }]);
    t.clock.advance(31_000);
    const { body } = await t.client().call('platformFigures');
    const more = { languages: 1, liveCalls: 0, giftsSent: 0, satisfaction: null };
    expect(body).toEqual({ creators: 1, members: 3, earnings: 42, earningsCents: 4_200, ...more });
    // Cached for up to half a minute: the rows may have changed since.
    await aCreator(t);
    expect((await t.client().call('platformFigures')).body.creators).toBe(1);
    t.clock.advance(30_001);
    expect((await t.client().call('platformFigures')).body.creators).toBe(2);
  });
});

describe('the shell', () => {
  it('gets the settings it needs before sign-in', async () => {
    expect((await t.client().call('publicSettings')).body).toEqual({
      demo: false,
      openDemo: false,
      externalSignIn: false,
      payments: t.context.config.paymentProvider !== null,
      languages: ['en', 'af', 'zu', 'xh'],
      version: t.context.version,
      notice: '',
      signUpsOpen: true,
      appealAnswerDays: 7,
      livesAndCallsStopped: false,
    });
  });

  it('T100: reads the outbox of a publicly reachable demo only on the machine that runs it', async () => {
    const from = (app: TestApp, remoteAddress: string, headers: Record<string, string>) =>
      app.app.inject({ method: 'GET', url: '/api/demo/outbox', remoteAddress, headers }).then((a) => a.statusCode);
    const network = await startTestApp({ config: { demo: true, host: '0.0.0.0', publicUrl: 'http://0.0.0.0:3000' } });
    const site = await startTestApp({ config: { demo: true, publicUrl: 'https://vlam.example' } });
    try {
      const own = { host: 'localhost:3000' };
      expect(await from(network, '127.0.0.1', own)).toBe(200);
      expect(await from(network, '::ffff:127.0.0.1', { host: '127.0.0.1:3000' })).toBe(200);
      expect(await from(network, '192.168.1.7', own)).toBe(404);
      expect(await from(network, '127.0.0.1', { host: 'rebound.example' })).toBe(404);
      for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
        expect(await from(network, '127.0.0.1', { ...own, [name]: '127.0.0.1' }), name).toBe(404);
      expect(await from(site, '127.0.0.1', own)).toBe(404);
      expect(await from(site, '127.0.0.1', { host: 'vlam.example' })).toBe(404);
    } finally {
      await network.close();
      await site.close();
    }
  });

  it('T08: reads the outbox in demo only', async () => {
    expect((await t.client().call('demoOutbox')).error?.code).toBe('NOT_FOUND');
    const demo = await startTestApp({ config: { demo: true, publicUrl: 'http://localhost:3000' } });
    try {
      await demo.client().call('register', {
        body: { email: 'new@people.test', password: 'long enough to pass 7', firstName: 'Nomsa', lastName: 'Cele' },
      });
      expect((await demo.client().call('demoOutbox')).body).toMatchObject([{ to: 'new@people.test' }]);
    } finally {
      await demo.close();
    }
  });
});
