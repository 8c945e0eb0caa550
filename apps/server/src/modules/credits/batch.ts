import { newId } from '../../platform/ids.ts';
import { type Currency, hashedId, type LedgerAccount } from './accounts.ts';
import { happensOnce, type Posting } from './postings.ts';

const argumentTypes = [
  ...['uuid[]', 'uuid[]', 'text[]', 'text[]'],
  ...['uuid[]', 'uuid[]', 'uuid[]', 'text[]', 'uuid[]', 'text[]', 'text[]', 'bigint[]'],
  ...[
    'integer[]',
    'integer[]',
    'integer[]',
    'integer[]',
    'integer[]',
    'integer[]',
    'integer[]',
    'integer[]',
    'integer[]',
  ],
  'timestamptz[]',
  'boolean',
];
export const postStatement = `select statuses, groups, wallets_after, promotionals_after
  from ledger_post(${argumentTypes.map((type, index) => `$${index + 1}::${type}`).join(', ')})`;

export interface EncodedBatch {
  /** Group id of each posting, if it is posted. */
  ids: string[];
  /** The arguments; a careful call looks for repeats and creates accounts. */
  values(careful: boolean): (string | boolean | null)[];
}

// The driver's own arrays quote every element; ids and numbers need none.
const plain = (items: readonly (string | number | null)[]): string =>
  `{${items.map((item) => item ?? 'NULL').join(',')}}`;
const quoted = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** Writes a batch as the arguments of `ledger_post`: each account once, by id, and postings that point to them. */
export function encodeBatch(postings: readonly Posting[], revenue: Record<Currency, LedgerAccount>): EncodedBatch {
  const positions = new Map<string, number>();
  const accounts: LedgerAccount[] = [];
  const use = (account: LedgerAccount) => {
    if (positions.has(account.id)) return;
    positions.set(account.id, 0);
    accounts.push(account);
  };
  for (const posting of postings) {
    const { wallet, promotional, source, reserve, target, reserveTarget } = posting;
    for (const account of [wallet, promotional, source, reserve, target, reserveTarget]) if (account) use(account);
    if (posting.shared) use(revenue[posting.target.currency]);
  }
  accounts.sort((a, b) => (a.id < b.id ? -1 : 1));
  accounts.forEach((account, index) => void positions.set(account.id, index + 1));
  const position = (account: LedgerAccount | null) => (account ? (positions.get(account.id) ?? 0) : 0);

  const ids = postings.map(({ at }) => newId(at?.getTime()));
  // Rising within the batch, so that a statement shows them in the order they happened.
  if (!postings.some(({ at }) => at)) ids.sort();
  const rest = [
    plain(ids),
    plain(postings.map((posting) => posting.ownerId)),
    plain(postings.map((posting) => hashedId(posting.key))),
    plain(postings.map((posting) => posting.kind)),
    plain(postings.map((posting) => posting.payeeId)),
    quoted(postings.map((posting) => posting.reference)),
    quoted(postings.map((posting) => posting.description)),
    plain(postings.map((posting) => posting.amount)),
    plain(postings.map((posting) => position(posting.source))),
    plain(postings.map((posting) => position(posting.reserve))),
    plain(postings.map((posting) => position(posting.target))),
    plain(postings.map((posting) => position(posting.reserveTarget))),
    plain(postings.map((posting) => (posting.shared ? position(revenue[posting.target.currency]) : 0))),
    plain(postings.map((posting) => position(posting.wallet))),
    plain(postings.map((posting) => position(posting.promotional))),
    plain(nearestEarlier(postings, (posting) => `${posting.ownerId} ${posting.key}`)),
    plain(
      nearestEarlier(postings, (posting) =>
        happensOnce(posting.kind) ? `${posting.ownerId} ${posting.kind} ${posting.reference}` : null,
      ),
    ),
    postings.some(({ at }) => at) ? plain(postings.map(({ at }) => at?.toISOString() ?? null)) : null,
  ];
  const accountIds = plain(accounts.map((account) => account.id));
  return {
    ids,
    // Owners, kinds and currencies matter only when an account must be created, which only a careful call does.
    values: (careful) =>
      careful
        ? [
            accountIds,
            plain(accounts.map((account) => account.ownerId)),
            plain(accounts.map((account) => account.kind)),
            plain(accounts.map((account) => account.currency)),
            ...rest,
            true,
          ]
        : [accountIds, '{}', '{}', '{}', ...rest, false],
  };
}

/** For each posting the position of the last one before it with the same name; 0 when there is none. */
function nearestEarlier(postings: readonly Posting[], nameOf: (posting: Posting) => string | null): number[] {
  const last = new Map<string, number>();
  return postings.map((posting, index) => {
    const name = nameOf(posting);
    if (name === null) return 0;
    const earlier = last.get(name) ?? 0;
    last.set(name, index + 1);
    return earlier;
  });
}
