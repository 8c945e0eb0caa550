import { requestedShowAheadMs } from '@vlam/contract/rules/requests';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { CreditsService } from '../credits/service.ts';
import { release, returnEscrow } from './money.ts';
import type { Steps } from './steps.ts';
import type { RequestRow } from './store.ts';

/** What a request needs of live shows. */
export interface RequestedShows {
  /** Throws `FORBIDDEN` for a creator who waits for review. */
  requireChecked(creatorId: string): Promise<void>;
  /** Returns the id of the show. */
  planPrivate(
    tx: Db,
    show: { requestId: string; requesterId: string; creatorId: string; title: string; plannedFor: Date },
  ): Promise<string>;
  closeReplay(tx: Db, liveId: string): Promise<void>;
}

/** `ran` delivers a show; after the others everything is returned. */
export interface EndedShow {
  requestId: string;
  outcome: 'ran' | 'called_off' | 'failed';
}

export const isShow = (row: Pick<RequestRow, 'content_type'>): boolean => row.content_type === 'live_show';

export const refused = (field: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });

/** The time of a show, from ten minutes to thirty days ahead. */
export function parseShowTime(showAt: string, now: Date): Date {
  const at = new Date(showAt);
  const ahead = at.getTime() - now.getTime();
  if (ahead < requestedShowAheadMs.least || ahead > requestedShowAheadMs.most)
    throw refused('showAt', 'Choose a time from ten minutes to thirty days from now');
  return at;
}

/** The time a new request asks for; null for what is delivered as a file. */
export function showTimeOf(
  request: { contentType: string; showAt?: string | undefined; deadline?: string | undefined; isExclusive: boolean },
  now: Date,
): Date | null {
  if (request.contentType !== 'live_show') {
    if (request.showAt === undefined) return null;
    throw refused('showAt', 'Only a live show has a time');
  }
  if (request.showAt === undefined) throw refused('showAt', 'Choose when the show is to begin');
  if (request.deadline !== undefined && request.deadline !== 'none')
    throw refused('deadline', 'A live show has a time instead of a deadline');
  if (request.isExclusive) throw refused('isExclusive', 'A requested show is for you alone already');
  return parseShowTime(request.showAt, now);
}

/** The show of a request that both sides have agreed to; nothing for a file. It ends the request, so that cannot lapse. */
export async function agreeShow(tx: Db, shows: RequestedShows, row: RequestRow, at: Date, now: Date) {
  if (at.getTime() < now.getTime() + requestedShowAheadMs.least)
    throw new AppError('CONFLICT', { message: 'The time of this show has passed' });
  const { id: requestId, requester_id: requesterId, creator_id: creatorId, title } = row;
  const liveId = await shows.planPrivate(tx, { requestId, requesterId, creatorId, title, plannedFor: at });
  return { live_id: liveId, show_at: at, deadline: at, lapses_at: null };
}

/** Ends the request of a show in the transaction that ends the show: it was delivered, or the escrow goes back. */
export async function settleShow(
  tx: Db,
  { steps, credits }: { steps: Pick<Steps, 'settle'>; credits: Pick<CreditsService, 'promotionalIn'> },
  { requestId, outcome }: EndedShow,
): Promise<void> {
  const step = ({ ran: 'deliver', called_off: 'decline', failed: 'lapse' } as const)[outcome];
  await steps.settle(tx, { requestId, step }, async (_tx, row, now) =>
    outcome === 'ran'
      ? { change: { status: 'completed', held: 0, delivered_at: now }, moves: [release(row)] }
      : {
          change: { status: outcome === 'called_off' ? 'declined' : 'lapsed', held: 0 },
          moves: await returnEscrow(tx, credits, row, row.held, 'ended'),
        },
  );
}
