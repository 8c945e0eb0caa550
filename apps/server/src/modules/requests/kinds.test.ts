import { requestContentTypes } from '@vlam/contract/requests';
import { deliverableTypes } from '@vlam/contract/rules/requests';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aCreator } from '../../../test/factories.ts';
import { aRequester } from '../../../test/requesters.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

it('holds nothing for what nobody can deliver yet', async () => {
  const [creator, fan] = [await aCreator(t), await aRequester(t, { bought: 500 })];
  const ask = async (contentType: string) => {
    const { status, error } = await t.client(fan).call('createRequest', {
      body: {
        ...{ creatorId: creator.profileId, title: 'A walk', description: 'Along the pier', offeredPrice: 10 },
        contentType,
      },
    });
    return error?.code ?? status;
  };
  for (const kind of requestContentTypes)
    expect([kind, await ask(kind)]).toEqual([kind, deliverableTypes.includes(kind) ? 201 : 'MEDIA_KIND_COMING']);
  expect((await t.context.credits.balance(fan.accountId)).balance).toBe(500 - 10 * deliverableTypes.length);
});
