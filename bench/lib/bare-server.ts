import { createServer } from 'node:http';
import pg from 'pg';
import { createLedger } from '../../apps/server/src/modules/credits/ledger.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { eightRoundTrips } from './eight-round-trips.ts';
import { aPurchase } from './ledger-world.ts';
import { type PeerAccounts, pgledgerPurchase } from './pgledger.ts';

// One purchase a request and nothing else: no session, no validation. POST /<payer>/<creator>/<price>.
const [kind, url = '', data = '{}'] = [process.env.BARE_KIND, process.env.DATABASE_URL, process.env.BARE_DATA];
const accounts = JSON.parse(data) as PeerAccounts;
const purchase = open();

function open(): (payer: number, creator: number, price: number) => Promise<boolean> {
  const poolSize = Number(process.env.BARE_POOL ?? 32);
  if (kind === 'lane') {
    const ledger = createLedger(openDatabase(url, { size: 2 }).pool);
    return async (payer, creator, price) => {
      const posting = aPurchase(accounts.payers[payer] ?? '', accounts.creators[creator] ?? '', price);
      return (await ledger.post(posting)).status === 'posted';
    };
  }
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  if (kind === 'pgledger')
    return (payer, creator, price) =>
      pgledgerPurchase(pool, accounts, accounts.payers[payer] ?? '', accounts.creators[creator] ?? '', price);
  return (payer, creator, price) => eightRoundTrips(pool, payer, creator, price);
}

const server = createServer((request, response) => {
  const [, payer, creator, price] = (request.url ?? '').split('/').map(Number);
  purchase(payer ?? 0, creator ?? 0, price ?? 0)
    .then((good) => answer(good ? 200 : 402, { good }))
    .catch(() => answer(500, { good: false }));
  const answer = (status: number, body: object) => {
    const text = JSON.stringify(body);
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
  };
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
