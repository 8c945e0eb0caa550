import { estimateHours, lapseHours } from '@vlam/contract/requests';
import { exclusivePrice } from '@vlam/contract/rules/exclusive-price';
import { movePosting, type Posting } from '../src/modules/credits/postings.ts';
import { accountOf } from '../src/modules/credits/service.ts';
import { insertRows } from './bulk.ts';
import { type SampleRequest, sampleRequests } from './dealing-texts.ts';
import type { Scene } from './dealings.ts';
import { type SamplePerson, seededId } from './people.ts';
import { insertPictures } from './pictures.ts';

const hour = 3_600_000;
/** Answered after this share of the time since it was sent. */
const answerShare = 0.4;

interface Request extends SampleRequest {
  id: string;
  requester: SamplePerson;
  creator: SamplePerson;
  total: number;
  sentAt: Date;
  answeredAt: Date;
  mediaId: string | null;
}

/** Requests to the three named creators, with their escrow; returns what they move. */
export async function insertRequests({ client, random, now, creators, diamonds }: Scene): Promise<Posting[]> {
  const made = creators.slice(0, 3).flatMap((creator, creatorIndex) =>
    sampleRequests.map((sample, index): Request => {
      const sentAt = new Date(now.getTime() - sample.hours * hour - creatorIndex * 37 * 60_000);
      return {
        ...sample,
        id: seededId(random, sentAt, now),
        requester: diamonds[(creatorIndex * sampleRequests.length + index) % diamonds.length] as SamplePerson,
        creator,
        total: exclusivePrice(sample.offered, sample.isExclusive),
        sentAt,
        answeredAt: new Date(sentAt.getTime() + sample.hours * answerShare * hour),
        mediaId: sample.status === 'completed' || sample.status === 'disputed' ? seededId(random, sentAt, now) : null,
      };
    }),
  );
  const deliveries = made.flatMap(({ mediaId, creator, answeredAt }) =>
    mediaId ? [{ mediaId, ownerId: creator.accountId, publishedAt: answeredAt }] : [],
  );
  await insertPictures(client, random, deliveries);
  await insertRows(
    client,
    'content_requests',
    {
      id: 'uuid',
      requester_account_id: 'uuid',
      requester_id: 'uuid',
      creator_id: 'uuid',
      title: 'text',
      description: 'text',
      content_type: 'text',
      offered_price: 'integer',
      accepted_price: 'integer',
      is_exclusive: 'boolean',
      held: 'integer',
      estimated_delivery: 'text',
      status: 'text',
      reason: 'text',
      deadline: 'timestamptz',
      lapses_at: 'timestamptz',
      delivery_media_id: 'uuid',
      delivery_message: 'text',
      delivered_at: 'timestamptz',
      key: 'text',
      created_at: 'timestamptz',
      stars: 'smallint',
      disputed_at: 'timestamptz',
    },
    made.map(toRow),
  );
  return made.flatMap(postingsOf);
}

function toRow(request: Request) {
  const { status, answeredAt, sentAt, requester, mediaId } = request;
  const isDisputed = status === 'disputed';
  const isOpen = status === 'pending' || status === 'accepted';
  const wasAccepted = status === 'accepted' || mediaId !== null;
  const deadline = new Date(sentAt.getTime() + 7 * 24 * hour);
  const dueAt = status === 'accepted' ? answeredAt.getTime() + estimateHours['2-3days'] * hour : deadline.getTime();
  return [
    request.id,
    requester.accountId,
    requester.profileId,
    request.creator.profileId,
    request.title,
    request.description,
    'photo',
    request.offered,
    wasAccepted ? request.offered : null,
    request.isExclusive,
    isOpen || isDisputed ? request.total : 0,
    wasAccepted ? '2-3days' : null,
    status,
    status === 'declined' ? request.answer : (request.complaint ?? null),
    deadline,
    isOpen ? new Date(dueAt + lapseHours * hour) : null,
    mediaId,
    mediaId ? request.answer : null,
    mediaId ? answeredAt : null,
    request.id,
    sentAt,
    request.stars,
    isDisputed ? new Date(answeredAt.getTime() + 3 * hour) : null,
  ];
}

function postingsOf({ id, requester, creator, title, total, status, sentAt, answeredAt }: Request): Posting[] {
  const common = { ownerId: requester.accountId, reference: id, amount: total };
  const hold = movePosting({
    ...common,
    kind: 'request_hold',
    key: `request:${id}:offer`,
    description: `Request “${title}”`,
    from: accountOf(requester.accountId, 'wallet'),
    to: accountOf(id, 'escrow'),
    at: sentAt,
  });
  const payment = movePosting({
    ...common,
    kind: 'request_payment',
    key: `request:${id}:payment`,
    payeeId: creator.profileId,
    description: `Request “${title}”`,
    from: accountOf(id, 'escrow'),
    to: accountOf(creator.profileId, 'earnings'),
    shared: true,
    at: answeredAt,
  });
  const back = movePosting({
    ...common,
    kind: 'request_return',
    key: `request:${id}:ended:wallet`,
    description: `Returned from “${title}”`,
    from: accountOf(id, 'escrow'),
    to: accountOf(requester.accountId, 'wallet'),
    at: answeredAt,
  });
  return [hold, ...(status === 'completed' ? [payment] : []), ...(status === 'declined' ? [back] : [])];
}
