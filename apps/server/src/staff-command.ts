import { adminGrantHours } from '@vlam/contract/administration-admins';
import { createContext } from './context.ts';
import { sealedColumns } from './joins/sealed-columns.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { openKeys } from './platform/data-keys.ts';
import { openDatabase } from './platform/database.ts';
import { findRunningPostgres } from './platform/embedded-postgres.ts';
import { createLogger } from './platform/logger.ts';

// `npm run staff -- make-admin EMAIL` and `npm run staff -- remove-second-factor EMAIL`: what the operator does on the
// server, because no member of staff may do it alone. docs/operations.md says when.

const commands = ['make-admin', 'remove-second-factor'] as const;
/** Rows of the audit log whose actor is the operator, who has no account. */
const operatorId = '00000000-0000-0000-0000-000000000000';

async function main([command = '', email = '']: readonly string[]): Promise<number> {
  if (!commands.some((known) => known === command) || !email.includes('@')) {
    console.error(`Usage: npm run staff -- ${commands.join('|')} EMAIL`);
    return 2;
  }
  const config = readConfig(process.env);
  const url = config.databaseUrl ?? findRunningPostgres(config.dataDir);
  if (!url) {
    console.error(`No database: start Vlam on ${config.dataDir}, or set DATABASE_URL.`);
    return 2;
  }
  const database = openDatabase(url, { size: 2, applicationName: 'vlam staff' });
  try {
    const logger = createLogger('error');
    await openKeys({ config, db: database.db }, sealedColumns);
    const { identity, compliance } = createContext({ config, database, clock: systemClock, logger });
    const refusal = await database.db.transaction().execute(async (tx): Promise<string | null> => {
      const id = await identity.findHolderId(tx, email.trim().toLowerCase());
      if (!id) return `No account holds ${email}.`;
      const account = await identity.lockAccount(tx, id, { staff: true });
      const record = (action: string, details: object) =>
        compliance.recordAction(tx, {
          actorId: operatorId,
          action,
          targetType: 'account',
          targetId: id,
          details: { ...details, by: 'operator' },
        });
      if (command === 'remove-second-factor') {
        await identity.factors.removeAll(tx, id);
        await identity.endSessions(tx, id);
        await record('user.second_factor_removed', {});
        return null;
      }
      if (account.role === 'admin') return 'This account is an admin already.';
      if (!account.ageVerifiedAt || account.suspendedAt)
        return 'An admin must be a verified adult who is not suspended.';
      const admins = await identity.listStaff(tx, 'all');
      if (admins.length >= 2)
        return `There are ${admins.length} admins: one proposes the account at /admin/users, and another confirms it within ${adminGrantHours} hours.`;
      await identity.changeRole(tx, id, 'admin');
      await record('user.role_changed', { from: account.role, to: 'admin' });
      return null;
    });
    if (refusal) {
      console.error(refusal);
      return 1;
    }
    console.log(command === 'make-admin' ? `${email} is an admin now.` : `${email} has no second step any more.`);
    return 0;
  } finally {
    await database.close();
  }
}

process.exitCode = await main(process.argv.slice(2));
