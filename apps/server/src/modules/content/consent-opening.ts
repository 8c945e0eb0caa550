import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { consentSealer, type SealedConsent } from './consent-records.ts';
import type { LinkedNames } from './linked-names.ts';
import { findPerson } from './people-store.ts';

/** What a person signed with. `legalName` and `birthDate` are null until they answered. */
export interface OpenedConsent {
  name: string;
  legalName: string | null;
  birthDate: string | null;
}

/** Opens a sealed record for staff, who give a reason and leave a row of the log. */
export const createOpenConsent =
  ({ config, names }: { config: Pick<Config, 'keys'>; names: LinkedNames }) =>
  async (on: Db, personId: string): Promise<OpenedConsent | null> => {
    const row = await findPerson(on, personId);
    if (!row) return null;
    const signed = row.sealed
      ? (JSON.parse(consentSealer(config.keys).open(row.sealed, row.id)) as SealedConsent)
      : null;
    return { name: names.nameOf(row), legalName: signed?.legalName ?? null, birthDate: signed?.birthDate ?? null };
  };
