/** Milliseconds that no other part asks for, so that nothing between can answer by chance. */
export const askedTimeoutMs = 12_345;

/** What became of a connection that asked for `statement_timeout: askedTimeoutMs` at its start. */
export interface Asked {
  /** What the server calls its `statement_timeout` now. */
  shown?: string | undefined;
  /** Why it did not let us in. */
  refused?: string | undefined;
}

/**
 * Whether a pooler such as pgbouncer stands before PostgreSQL. It lends its own connections from transaction to
 * transaction, so it refuses what one asks for at the start, or drops it where its operator told it to. Limits of time,
 * prepared statements, notifications and the locks of a session are lost there.
 */
export const isPooler = ({ shown, refused }: Asked): boolean =>
  refused === undefined ? shown !== `${askedTimeoutMs}ms` : /unsupported startup parameter/i.test(refused);
