import { randomInt } from 'node:crypto';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { blindIndex, sameBytes } from '../../platform/keys.ts';
import { subnetOf } from '../../platform/subnet.ts';

const digits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0');

/** Case numbers, PINs, and what is kept of a complainant. */
export function createSecrets({ config, clock }: { config: Pick<Config, 'keys'>; clock: Clock }) {
  const sealer = config.keys.sealer('takedown cases');
  const indexKey = config.keys.lookup('takedown complainants');
  const pinKey = config.keys.lookup('takedown pins');
  const index = (kind: string, value: string) => blindIndex(indexKey, `${kind} ${value}`);
  const hashPin = (caseId: string, pin: string) => blindIndex(pinKey, `${caseId} ${pin}`);
  return {
    /** Of the month, and random: it says nothing of how many cases there are. */
    newNumber: () => `VT-${johannesburgDay(clock.now()).slice(2, 7).replace('-', '')}-${digits(6)}`,
    newPin: () => digits(6),
    hashPin,
    isPin: (row: { id: string; pin_hash: Buffer }, pin: string) =>
      sameBytes(row.pin_hash, hashPin(row.id, pin.replace(/\D/g, ''))),
    contactIndex: (contact: string) => index('contact', contact.toLowerCase().replace(/\s/g, '')),
    accountIndex: (accountId: string) => index('account', accountId),
    subnetIndex: (address: string) => index('subnet', subnetOf(address, 4)),
    networkIndex: (address: string) => index('network', subnetOf(address, 3)),
    seal: (caseId: string, text: string) => sealer.seal(text, caseId),
    open: (caseId: string, sealed: Buffer | null) => (sealed ? sealer.open(sealed, caseId) : null),
  };
}
export type Secrets = ReturnType<typeof createSecrets>;
