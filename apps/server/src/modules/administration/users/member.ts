import {
  type AdminMember,
  type HistoryItem,
  type HistoryPart,
  historyParts,
  type memberOperations,
} from '@vlam/contract/administration-member';
import type { AdminUser } from '@vlam/contract/administration-users';
import type { QueryOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { hasPermission, type Viewer } from '../../../platform/viewer.ts';
import type { AgeVerificationService } from '../../age-verification/service.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { ProfilesService } from '../../profiles/service.ts';
import { isOver } from './policy.ts';

interface Person {
  accountId: string;
  profileId: string | null;
}
interface Source {
  name: keyof Positions;
  part: HistoryPart;
  list(person: Person, after: string | null, limit: number): Promise<(HistoryItem & { position: string })[]>;
}

export interface MemberDependencies {
  database: Database;
  compliance: Pick<ComplianceService, 'recordAction' | 'decisions'>;
  ageVerification: Pick<AgeVerificationService, 'findAge'>;
  profiles: Pick<ProfilesService, 'readIdentity'>;
  listUsers(on: Db, ids: readonly string[]): Promise<AdminUser[]>;
  historySources: readonly Source[];
  /** Rand paid and earned in cents, and credits. */
  moneyOf(person: Person): Promise<NonNullable<AdminMember['money']>>;
  countReports(profileId: string): Promise<number>;
  countSessions(accountId: string): Promise<number>;
}

export interface Members {
  /** By account or profile; records the read. Throws `NOT_FOUND`. */
  get(viewer: Viewer, id: string): Promise<AdminMember>;
  history(
    viewer: Viewer,
    id: string,
    query: QueryOf<(typeof memberOperations)['adminMemberHistory']>,
  ): Promise<{ items: HistoryItem[]; nextCursor: string | null }>;
}

const defaultLimit = 25;
const positionOf = (pattern: RegExp) => z.optional(z.nullable(z.string().check(z.regex(pattern))));
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** For each source the position of the last item shown; null at its start. */
const positions = z.strictObject({
  staff: positionOf(/^\d{1,18}$/),
  reports: positionOf(new RegExp(`^\\d{4}-[01]\\d-[0-3]\\dT[0-2]\\d:\\d\\d:\\d\\d\\.\\d{6}Z ${uuid}$`)),
  orders: positionOf(new RegExp(`^${uuid}$`)),
  credits: positionOf(new RegExp(`^${uuid}$`)),
  access: positionOf(/^\d{1,6}$/),
});
type Positions = z.output<typeof positions>;

/** A member's page: who they are, and everything that happened, as far as the caller may see it. */
export function createMembers(deps: MemberDependencies): Members {
  const { db } = deps.database;

  async function getUser(id: string): Promise<AdminUser> {
    const [user] = await deps.listUsers(db, [id]);
    if (!user) throw new AppError('NOT_FOUND');
    return user;
  }

  return {
    async get(viewer, id) {
      const user = await getUser(id);
      const person = { accountId: user.id, profileId: user.profileId };
      const mayManage = hasPermission(viewer, 'manage_users');
      const [age, reports, strikes, identity, money, sessions] = await Promise.all([
        deps.ageVerification.findAge(db, user.id),
        user.profileId ? deps.countReports(user.profileId) : 0,
        deps.compliance.decisions.countStrikes(db, [user.id]),
        deps.profiles.readIdentity(db, user.id),
        hasPermission(viewer, 'manage_money') ? deps.moneyOf(person) : null,
        mayManage ? deps.countSessions(user.id) : null,
      ]);
      await db.transaction().execute((tx) =>
        deps.compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'user.viewed',
          targetType: 'account',
          targetId: user.id,
        }),
      );
      return {
        ...user,
        email: mayManage ? user.email : maskEmail(user.email),
        age,
        reports,
        strikes: strikes.get(user.id) ?? 0,
        identity,
        money,
        sessions,
        isManageable: mayManage && user.id !== viewer.accountId && isOver(viewer.role, user.role),
      };
    },
    async history(viewer, id, { part, cursor, limit = defaultLimit }) {
      const user = await getUser(id);
      const person = { accountId: user.id, profileId: user.profileId };
      const after = readPositions(cursor);
      const shown = partsFor(viewer).filter((each) => !part || each === part);
      const sources = deps.historySources.filter((source) => shown.includes(source.part));
      const lists = await Promise.all(
        sources.map(async (source) => ({
          name: source.name,
          items: await source.list(person, after[source.name] ?? null, limit + 1),
        })),
      );
      return merge(lists, after, limit);
    },
  };
}

/** Money and access are for those whose permission it is; reports and acts of staff for every member of staff. */
const partsFor = (viewer: Viewer): HistoryPart[] =>
  historyParts.filter(
    (part) =>
      (part !== 'money' || hasPermission(viewer, 'manage_money')) &&
      (part !== 'access' || hasPermission(viewer, 'manage_users')),
  );

function readPositions(cursor: string | undefined): Positions {
  return decodeCursor(z.tuple([positions]), cursor)?.[0] ?? {};
}

/** The newest `limit` of all lists; each list goes on after its own last item that is shown. */
function merge(
  lists: readonly { name: keyof Positions; items: readonly (HistoryItem & { position: string })[] }[],
  after: Positions,
  limit: number,
): { items: HistoryItem[]; nextCursor: string | null } {
  const next = lists.map(({ name, items }) => ({ name, items, shown: 0 }));
  const merged: HistoryItem[] = [];
  const left = () => next.filter(({ items, shown }) => shown < items.length);
  const timeOf = ({ items, shown }: (typeof next)[number]) => items[shown]?.at ?? '';
  while (merged.length < limit && left().length > 0) {
    const newest = left().reduce((one, other) => (timeOf(other) > timeOf(one) ? other : one));
    const item = newest.items[newest.shown];
    if (!item) break;
    newest.shown += 1;
    const { position: _, ...view } = item;
    merged.push(view);
  }
  if (left().length === 0) return { items: merged, nextCursor: null };
  const reached = next.map(
    ({ name, items, shown }) => [name, items[shown - 1]?.position ?? after[name] ?? null] as const,
  );
  return { items: merged, nextCursor: encodeCursor([Object.fromEntries(reached)]) };
}

/** Enough to recognise an address one knows: `r•••@mail.co.za`. */
const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••');
