import { newId } from '../../platform/ids.ts';
import { type Currency, hashedId, type LedgerAccount } from './accounts.ts';
import { happensOnce, type Posting } from './postings.ts';

/** Names and types of the arguments of `ledger_post`. */
const ledgerArguments = {
  account_ids: 'uuid[]',
  account_owners: 'uuid[]',
  account_kinds: 'text[]',
  account_currencies: 'text[]',
  ids: 'uuid[]',
  owners: 'uuid[]',
  keys: 'uuid[]',
  kinds: 'text[]',
  payees: 'uuid[]',
  refs: 'text[]',
  descriptions: 'text[]',
  amounts: 'bigint[]',
  sources: 'integer[]',
  reserves: 'integer[]',
  targets: 'integer[]',
  reserve_targets: 'integer[]',
  fee_targets: 'integer[]',
  wallets: 'integer[]',
  promotionals: 'integer[]',
  previous_keys: 'integer[]',
  previous_once: 'integer[]',
  at: 'timestamptz[]',
  careful: 'boolean',
} as const;
type LedgerArgument = keyof typeof ledgerArguments;
const names = Object.keys(ledgerArguments) as LedgerArgument[];

export const postStatement = `select statuses, groups, wallets_after, promotionals_after
  from ledger_post(${names.map((name, index) => `${name} => $${index + 1}::${ledgerArguments[name]}`).join(', ')})`;

export interface EncodedBatch {
  /** Group id of each posting, if it is posted. */
  ids: string[];
  /** The parameters of `postStatement`; a careful call checks for repeats and creates accounts. */
  values(careful: boolean): (string | boolean | null)[];
}

// The driver's own arrays quote every element; ids and numbers need no quotes.
const plain = (items: readonly (string | number | null)[]): string =>
  `{${items.map((item) => item ?? 'NULL').join(',')}}`;
const quoted = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** Builds the arguments of `ledger_post` for a batch: each account once, by id, and postings that point to them. */
export function encodeBatch(postings: readonly Posting[], revenue: Record<Currency, LedgerAccount>): EncodedBatch {
  const positionById = new Map<string, number>();
  const accounts: LedgerAccount[] = [];
  const addAccount = (account: LedgerAccount) => {
    if (positionById.has(account.id)) return;
    positionById.set(account.id, 0);
    accounts.push(account);
  };
  for (const posting of postings) {
    const { wallet, promotional, source, reserve, target, reserveTarget } = posting;
    for (const account of [wallet, promotional, source, reserve, target, reserveTarget])
      if (account) addAccount(account);
    if (posting.shared) addAccount(revenue[posting.target.currency]);
  }
  accounts.sort((a, b) => (a.id < b.id ? -1 : 1));
  accounts.forEach((account, index) => void positionById.set(account.id, index + 1));
  const position = (account: LedgerAccount | null) => (account ? (positionById.get(account.id) ?? 0) : 0);

  const ids = postings.map(({ groupId, at }) => groupId ?? newId(at?.getTime()));
  // Ascending within the batch, so that a statement shows them in order.
  if (!postings.some(({ groupId, at }) => groupId ?? at)) ids.sort();
  const positions = (accountOf: (posting: Posting) => LedgerAccount | null) =>
    plain(postings.map((posting) => position(accountOf(posting))));
  const encoded = {
    account_ids: plain(accounts.map(({ id }) => id)),
    ids: plain(ids),
    owners: plain(postings.map(({ ownerId }) => ownerId)),
    keys: plain(postings.map(({ key }) => hashedId(key))),
    kinds: plain(postings.map(({ kind }) => kind)),
    payees: plain(postings.map(({ payeeId }) => payeeId)),
    refs: quoted(postings.map(({ reference }) => reference)),
    descriptions: quoted(postings.map(({ description }) => description)),
    amounts: plain(postings.map(({ amount }) => amount)),
    sources: positions(({ source }) => source),
    reserves: positions(({ reserve }) => reserve),
    targets: positions(({ target }) => target),
    reserve_targets: positions(({ reserveTarget }) => reserveTarget),
    fee_targets: positions(({ shared, target }) => (shared ? revenue[target.currency] : null)),
    wallets: positions(({ wallet }) => wallet),
    promotionals: positions(({ promotional }) => promotional),
    previous_keys: plain(previousPositions(postings, ({ ownerId, key }) => `${ownerId} ${key}`)),
    previous_once: plain(
      previousPositions(postings, ({ ownerId, kind, reference }) =>
        happensOnce(kind) ? `${ownerId} ${kind} ${reference}` : null,
      ),
    ),
    at: postings.some(({ at }) => at) ? plain(postings.map(({ at }) => at?.toISOString() ?? null)) : null,
  };
  // Needed only when an account must be created, which only a careful call does.
  const noAccountDetails = { account_owners: '{}', account_kinds: '{}', account_currencies: '{}' };
  const accountDetails = () => ({
    account_owners: plain(accounts.map(({ ownerId }) => ownerId)),
    account_kinds: plain(accounts.map(({ kind }) => kind)),
    account_currencies: plain(accounts.map(({ currency }) => currency)),
  });
  return {
    ids,
    values(careful) {
      const all: Record<LedgerArgument, string | boolean | null> = {
        ...encoded,
        ...(careful ? accountDetails() : noAccountDetails),
        careful,
      };
      return names.map((name) => all[name]);
    },
  };
}

/** Per posting, the position of the previous one with the same name; 0 without one. */
function previousPositions(postings: readonly Posting[], nameOf: (posting: Posting) => string | null): number[] {
  const last = new Map<string, number>();
  return postings.map((posting, index) => {
    const name = nameOf(posting);
    if (name === null) return 0;
    const earlier = last.get(name) ?? 0;
    last.set(name, index + 1);
    return earlier;
  });
}
