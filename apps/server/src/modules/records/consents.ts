import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import type { ConsentOfRegister, staffConsentsOperations } from '@vlam/contract/records-consents';
import type { ConsentKind } from '@vlam/contract/rules/records';
import * as z from 'zod/mini';
import { transact } from '../../platform/after-commit.ts';
import { csvRow } from '../../platform/csv.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { ContentService } from '../content/service.ts';
import type { IdentityService } from '../identity/service.ts';

type Operations = typeof staffConsentsOperations;
type Row = Omit<ConsentOfRegister, 'who' | 'kind' | 'askedAt' | 'answeredAt' | 'revokedAt'> & {
  accountId: string | null;
  askedAt: Date;
  answeredAt: Date | null;
  revokedAt: Date | null;
};

/** The consents of everybody, for staff. Each reading is a row of the audit log. */
export interface StaffConsents {
  list(
    viewer: Viewer,
    query: QueryOf<Operations['listAllConsents']>,
  ): Promise<ResponseOf<Operations['listAllConsents']>>;
  /** In pieces, after the row of the log. */
  exportCsv(viewer: Viewer, kind: ConsentKind): Promise<AsyncGenerator<string>>;
  /** Throws `NOT_FOUND`. */
  open(viewer: Viewer, id: string, reason: string): Promise<ResponseOf<Operations['openConsent']>>;
}

export interface StaffConsentDependencies {
  database: Database;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'listNames'>;
  content: Pick<ContentService, 'openConsent'>;
  /** Rows of a register, newest first, after the row `after`. */
  consentRows(kind: ConsentKind, after: string | null, limit: number): Promise<Row[]>;
}

const pageSize = 25;
const pieceSize = 500;
const positions = {
  picture: z.tuple([z.uuid()]),
  purchase: z.tuple([z.string().check(z.regex(/^\d{1,18}$/))]),
  selfie: z.tuple([z.uuid()]),
  document: z.tuple([z.uuid()]),
} as const;

export function createStaffConsents(deps: StaffConsentDependencies): StaffConsents {
  const { db } = deps.database;

  async function toViews(kind: ConsentKind, rows: readonly Row[]): Promise<ConsentOfRegister[]> {
    const names = await deps.identity.listNames(db, [...new Set(rows.flatMap((row) => row.accountId ?? []))]);
    return rows.map(({ accountId, askedAt, answeredAt, revokedAt, ...row }) => {
      const name = accountId ? names.get(accountId) : undefined;
      return {
        ...row,
        kind,
        who: accountId && name !== undefined ? { accountId, name } : null,
        askedAt: askedAt.toISOString(),
        answeredAt: answeredAt?.toISOString() ?? null,
        revokedAt: revokedAt?.toISOString() ?? null,
      };
    });
  }

  const audit = (
    tx: Db,
    viewer: Viewer,
    action: string,
    targetId: string,
    more: { reason?: string; details?: Record<string, number> } = {},
  ) =>
    deps.compliance.recordAction(tx, {
      ...{ actorId: viewer.accountId, action: `consent.${action}`, targetType: 'consent', targetId, ...more },
    });

  async function* write(kind: ConsentKind): AsyncGenerator<string> {
    // With a byte order mark, which spreadsheets need to read UTF-8.
    yield `\ufeff${csvRow(['Id', 'Person', 'Way', 'What', 'Wording', 'State', 'Asked', 'Answered', 'Revoked'])}`;
    for (let after: string | null = null; ; ) {
      const rows: Row[] = await deps.consentRows(kind, after, pieceSize);
      const views = await toViews(kind, rows);
      yield views
        .map((each) =>
          csvRow([
            each.id,
            each.who?.name ?? (each.isLinked ? 'sealed' : 'account closed'),
            each.isLinked ? 'private link' : 'member',
            each.what,
            each.wording,
            each.state,
            each.askedAt,
            each.answeredAt,
            each.revokedAt,
          ]),
        )
        .join('');
      after = rows.at(-1)?.id ?? null;
      if (rows.length < pieceSize) return;
    }
  }

  return {
    async list(viewer, { kind, cursor, limit = pageSize }) {
      const [after = null] = decodeCursor(positions[kind], cursor) ?? [];
      const rows = await deps.consentRows(kind, after, limit + 1);
      const shown = rows.slice(0, limit);
      await transact(db, (tx) => audit(tx, viewer, 'listed', kind, { details: { rows: shown.length } }));
      const last = shown.at(-1);
      return {
        items: await toViews(kind, shown),
        nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
      };
    },
    async exportCsv(viewer, kind) {
      await transact(db, (tx) => audit(tx, viewer, 'exported', kind));
      return write(kind);
    },
    open: (viewer, id, reason) =>
      transact(db, async (tx) => {
        const opened = await deps.content.openConsent(tx, id);
        if (!opened) throw new AppError('NOT_FOUND');
        await audit(tx, viewer, 'opened', id, { reason });
        return opened;
      }),
  };
}
