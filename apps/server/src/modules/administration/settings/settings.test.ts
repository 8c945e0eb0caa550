import type { SettingName } from '@vlam/contract/rules/operator-settings';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aProfile, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';

const t = useTestApp();
let [one, other]: TestProfile[] = [];
beforeAll(async () => {
  [one, other] = [await aProfile(t, { role: 'admin' }), await aProfile(t, { role: 'admin' })];
});
afterEach(async () => {
  await t.db.deleteFrom('operator_settings').execute();
});

const read = async (name: SettingName) =>
  (await t.client(one).call('operatorSettings')).body.settings.find((setting) => setting.name === name);
const set = (changes: unknown, as = one) => t.client(as).call('setOperatorSettings', { body: { changes } as never });
const undo = (name: SettingName, version: number) =>
  t.client(one).call('undoOperatorSetting', { body: { name, version } });
const log = async () =>
  (
    await t.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'target_id', 'details'])
      .where('target_type', '=', 'setting')
      .orderBy('number')
      .execute()
  ).map(({ actor_id, action, target_id, details }) => ({ actor_id, action, target_id, details }));

describe('T22: settings as data', () => {
  it('have an initial value, and then what an admin set, with a row of the log in the same transaction', async () => {
    expect(await read('payoutMinimumRand')).toEqual({
      name: 'payoutMinimumRand',
      value: 500,
      version: 0,
      previous: null,
      changedAt: null,
      changedBy: null,
    });
    const answer = await set([{ name: 'payoutMinimumRand', value: 250, version: 0 }]);
    expect(answer.status).toBe(200);
    expect(await read('payoutMinimumRand')).toMatchObject({
      value: 250,
      version: 1,
      previous: 500,
      changedAt: t.clock.now().toISOString(),
      changedBy: { id: one?.accountId, name: 'Thandi Nkosi' },
    });
    expect((await log()).at(-1)).toEqual({
      actor_id: one?.accountId,
      action: 'settings.changed',
      target_id: 'payoutMinimumRand',
      details: { from: 500, to: 250 },
    });
  });

  it('two admins at once: one changes it, the other gets CONFLICT with the newer value', async () => {
    for (const version of [0, 1, 2]) {
      const answers = await Promise.all([
        set([{ name: 'takedownAppealDays', value: 20 + version, version }], one),
        set([{ name: 'takedownAppealDays', value: 40 + version, version }], other),
      ]);
      const refused = answers.find(({ status }) => status === 409);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(refused?.error?.details?.setting).toEqual(await read('takedownAppealDays'));
    }
  });

  it('change all or none', async () => {
    await set([{ name: 'notice', value: 'Back at nine', version: 0 }]);
    const before = (await log()).length;
    const answer = await set([
      { name: 'imageMegabytes', value: 10, version: 0 },
      { name: 'notice', value: 'Back at ten', version: 0 },
    ]);
    expect(answer.error?.code).toBe('CONFLICT');
    expect([(await read('imageMegabytes'))?.value, (await read('notice'))?.value]).toEqual([25, 'Back at nine']);
    expect(await log()).toHaveLength(before);
  });

  it('refuse values of another kind or outside their bounds, and unknown names', async () => {
    const bad = [
      ['payoutMinimumRand', 99],
      ['payoutMinimumRand', 5_001],
      ['payoutMinimumRand', '500'],
      ['payoutMinimumRand', 250.5],
      ['signUpsOpen', 1],
      ['signUpsOpen', 'true'],
      ['notice', 'x'.repeat(161)],
      ['notice', true],
      ['masterKey', 'x'],
    ];
    for (const [name, value] of bad)
      expect([name, value, (await set([{ name, value, version: 0 }])).error?.code]).toEqual([
        name,
        value,
        'VALIDATION_FAILED',
      ]);
    const twice = { name: 'notice', value: 'a', version: 0 };
    expect((await set([twice, twice])).error?.code).toBe('VALIDATION_FAILED');
  });

  it('the last change can be taken back once, unless another admin changed it since', async () => {
    await set([{ name: 'videoMegabytes', value: 500, version: 0 }]);
    await set([{ name: 'videoMegabytes', value: 700, version: 1 }], other);
    expect((await undo('videoMegabytes', 1)).error?.code).toBe('CONFLICT');
    expect((await undo('videoMegabytes', 2)).status).toBe(200);
    expect(await read('videoMegabytes')).toMatchObject({ value: 500, version: 3, previous: null });
    expect((await undo('videoMegabytes', 3)).error?.code).toBe('CONFLICT');
    expect((await log()).at(-1)).toMatchObject({ action: 'settings.undone', details: { from: 700, to: 500 } });
  });

  it('hold in every process at once: sign-ups closed in one are refused in the other', async () => {
    const second = await t.startSecondProcess();
    const register = (email: string) =>
      second.client().call('register', {
        body: { email, password: 'lamps-along-the-pier', firstName: 'Aphiwe', lastName: 'Zulu' },
      });
    expect((await register('before@people.test')).status).toBe(201);
    await set([{ name: 'signUpsOpen', value: false, version: 0 }]);
    const refused = await register('after@people.test');
    expect(refused.error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('No new accounts') });
    expect((await register('before@people.test')).error?.code).toBe('UNAVAILABLE');
    await expect
      .poll(async () => (await second.client().call('publicSettings')).body.signUpsOpen, { timeout: 2_000 })
      .toBe(false);
    await second.close();
  });
});
