import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import type { ChargebackRatio, riskOperations } from '@vlam/contract/risk';
import { ratioDays } from '@vlam/contract/rules/risk';
import { toRiskThresholds } from '@vlam/contract/rules/risk-settings';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { ChargebackCount, RiskFacts, RiskPeople } from './facts.ts';
import * as store from './store.ts';

type Operations = typeof riskOperations;

export interface RatioDependencies {
  database: Database;
  clock: Clock;
  people: Pick<RiskPeople, 'list'>;
  facts: Pick<RiskFacts, 'countChargebacks' | 'listAccountsOf'>;
  settings: Pick<OperatorSettings, 'recent'>;
}

/** Charged-back card payments by creator. */
export interface Ratios {
  /** Creators with any, the largest share first, as they were counted within the last hour. */
  list(query: QueryOf<Operations['chargebackRatios']>): Promise<ResponseOf<Operations['chargebackRatios']>>;
  /** One creator now, over each of the spans. */
  of(profileId: string): Promise<ResponseOf<Operations['chargebacksOf']>>;
}

const position = z.tuple([z.number(), z.uuid()]);
const pageSize = 25;
const none = { payments: 0, cents: 0, chargedBack: 0, chargedBackCents: 0 };
const toFigures = ({ payments, cents, chargedBack, chargedBackCents }: Omit<ChargebackCount, 'profileId'>) => ({
  ...{ payments, cents, chargedBack, chargedBackCents },
  percent: payments > 0 ? Math.round((chargedBack * 1000) / payments) / 10 : 0,
});

export function createRatios({ database: { db }, clock, people, facts, settings }: RatioDependencies): Ratios {
  return {
    async list({ days, cursor, limit = pageSize }) {
      const after = decodeCursor(position, cursor);
      const rows = await store.listRatios(db, Number(days), after, limit + 1);
      const shown = rows.slice(0, limit);
      const accounts = await facts.listAccountsOf(
        db,
        shown.map((row) => row.profile_id),
      );
      const members = new Map(
        (await people.list(db, [...accounts.values()])).map((member) => [member.accountId, member]),
      );
      const last = shown.at(-1);
      return {
        items: shown.flatMap((row): ChargebackRatio[] => {
          const member = members.get(accounts.get(row.profile_id) ?? '');
          return member ? [{ member, ...toFigures(store.toCount(row)) }] : [];
        }),
        countedAt: shown[0]?.counted_at.toISOString() ?? null,
        threshold: toRiskThresholds(await settings.recent()).chargedBack,
        nextCursor: rows.length > limit && last ? encodeCursor([last.share, last.profile_id]) : null,
      };
    },
    async of(profileId) {
      const now = clock.now();
      const spans = await Promise.all(
        ratioDays.map(async (days) => {
          const [count = none] = await facts.countChargebacks(db, [profileId], days, now);
          return { days, ...toFigures(count) };
        }),
      );
      return { spans };
    },
  };
}
