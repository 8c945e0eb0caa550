import type { ResponseOf } from '@vlam/contract/operation';
import type { VipTierId, vipOperations } from '@vlam/contract/vip';
import type { TestClient, TestResponse } from './app.ts';

/** Price of a tier for this member now, in rand. */
export async function vipPrice(client: TestClient, tierId: VipTierId): Promise<number> {
  const { body } = await client.call('ownVip');
  return body.changes?.find(({ tier }) => tier === tierId)?.amount ?? 0;
}

/** Joins or changes tier at the shown price. */
export async function joinVip(
  client: TestClient,
  tierId: VipTierId,
  more: { startNow?: boolean } = {},
): Promise<TestResponse<ResponseOf<typeof vipOperations.subscribeVip>>> {
  return client.call('subscribeVip', { body: { tierId, price: await vipPrice(client, tierId), ...more } });
}
