import pg from 'pg';

const readOnlyTransaction = '25006';

/**
 * A connection of which the pool knows when its server takes no writes: a standby, or a primary that was demoted.
 * Such a server refuses every later write too, while the address may lead to the new primary already.
 */
export class PrimaryClient extends pg.Client {
  refusedWrite = false;

  // The driver's overloads cannot be written as one signature.
  override query(...given: unknown[]): never {
    const ask = super.query as unknown as (...all: unknown[]) => unknown;
    const answer = ask.apply(this, given);
    if (answer instanceof Promise)
      answer.catch((error: { code?: unknown } | null) => {
        if (error?.code === readOnlyTransaction) this.refusedWrite = true;
      });
    return answer as never;
  }
}

/** Ends connections that refused a write when they come back, so that `pool` opens new ones. */
export function leaveStandbys(pool: pg.Pool): void {
  pool.on('release', (_error, client) => {
    // The pool drops what has begun to end.
    if (client instanceof PrimaryClient && client.refusedWrite) client.end().catch(() => {});
  });
}
