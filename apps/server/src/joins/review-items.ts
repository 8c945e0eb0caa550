import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

interface Section {
  title: string;
  rows: { label: string; text: string }[];
}
type ReviewedType = 'takedown' | 'item' | 'consent';

const format = new Intl.DateTimeFormat('en-GB', {
  ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Johannesburg' },
});
const timeOf = (at: Date | null): string => (at ? format.format(at) : '');
const isUuid = (text: string) => text.length === 36;

interface ConsentFacts {
  state: string;
  scope: string[];
  wording: number;
  id_type: string | null;
  by_link: boolean;
  is_signed: boolean;
  is_same_file: boolean | null;
  asked_at: Date;
  answered_at: Date | null;
  revoked_at: Date | null;
}

/** Which columns of a consent a reviewer reads: that a name, a signature and a document are held, not what they say. */
const consentFacts = sql`person.state, person.scope, person.wording::int, person.id_type,
  person.token_hash is not null as by_link, person.sealed is not null as is_signed,
  person.media_sha256 = file.sha256 as is_same_file, person.asked_at, person.answered_at, person.revoked_at`;

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');
const toConsent = (title: string, row: ConsentFacts): Section => ({
  title,
  rows: [
    { label: 'Answer', text: row.state },
    { label: 'Agreed to', text: row.scope.join(', ') },
    { label: 'Number of the wording', text: String(row.wording) },
    { label: 'Name, birth date and signature held', text: yesOrNo(row.is_signed) },
    { label: 'Document', text: row.id_type ?? '' },
    { label: 'Asked by a private link', text: yesOrNo(row.by_link) },
    { label: 'Given for the file as it is now', text: row.is_same_file === null ? '' : yesOrNo(row.is_same_file) },
    { label: 'Asked', text: timeOf(row.asked_at) },
    { label: 'Answered', text: timeOf(row.answered_at) },
    { label: 'Revoked', text: timeOf(row.revoked_at) },
  ],
});

/**
 * Takedown cases, items and consents as a reviewer from outside reads them: what was asked and done when, and no one's
 * name or picture.
 */
export function createReviewItems({ db }: Database): {
  findTypes(references: readonly string[]): Promise<ReadonlyMap<string, ReviewedType>>;
  describe(type: ReviewedType, reference: string): Promise<Section[] | null>;
} {
  async function describeConsent(id: string): Promise<Section[] | null> {
    const { rows } = await sql<ConsentFacts & { content_id: string }>`
      select person.content_id, ${consentFacts}
        from content_people as person join content_items as item on item.id = person.content_id
          left join media as file on file.id = item.media_id
        where person.id = ${id}`.execute(db);
    const [found] = rows;
    if (!found) return null;
    const consent = toConsent('Consent', found);
    return [{ ...consent, rows: [{ label: 'Item', text: found.content_id }, ...consent.rows] }];
  }

  async function describeItem(id: string): Promise<Section[] | null> {
    const items = await sql<{
      media_type: string;
      classification: string;
      state: string;
      who: string | null;
      created_at: Date;
      published_at: Date | null;
      removed_at: Date | null;
    }>`
      select media_type, classification, state, depicts as who, created_at, published_at, removed_at
        from content_items where id = ${id}`.execute(db);
    const [found] = items.rows;
    if (!found) return null;
    const people = await sql<ConsentFacts>`
      select ${consentFacts}
        from content_people as person join content_items as item on item.id = person.content_id
          left join media as file on file.id = item.media_id
        where person.content_id = ${id} and person.replaced_at is null
        order by person.asked_at, person.id`.execute(db);
    return [
      {
        title: 'Item',
        rows: [
          { label: 'Kind', text: found.media_type },
          { label: 'Classification', text: found.classification },
          { label: 'State', text: found.state },
          { label: 'Who is in it, as its creator says', text: found.who ?? '' },
          { label: 'Uploaded', text: timeOf(found.created_at) },
          { label: 'Published', text: timeOf(found.published_at) },
          { label: 'Removed', text: timeOf(found.removed_at) },
        ],
      },
      ...people.rows.map((row, index) => toConsent(`Consent of person ${index + 1}`, row)),
    ];
  }

  async function describeTakedown(number: string): Promise<Section[] | null> {
    const cases = await sql<{
      id: string;
      class: string;
      state: string;
      received_at: Date;
      due_at: Date;
      decided_at: Date | null;
      files: number;
      removed: number;
    }>`
      select id, class, state, received_at, due_at, decided_at,
          (select count(*)::int from takedown_files where case_id = takedown_cases.id) as files,
          (select count(*)::int from takedown_files where case_id = takedown_cases.id and removed_at is not null) as removed
        from takedown_cases where number = ${number}`.execute(db);
    const [found] = cases.rows;
    if (!found) return null;
    // Reasons are those of the log: what complainants and uploaders wrote stays sealed.
    const acts = await sql<{ action: string; at: Date; reason: string | null }>`
      select action, at, reason from audit_log where target_type = 'takedown' and target_id = ${found.id}
        and action in ('takedown.hidden', 'takedown.restored', 'takedown.removed', 'takedown.refused',
            'takedown.frozen', 'takedown.released')
        order by number`.execute(db);
    return [
      {
        title: 'Case',
        rows: [
          { label: 'Class', text: found.class },
          { label: 'State', text: found.state },
          { label: 'Received', text: timeOf(found.received_at) },
          { label: 'Due', text: timeOf(found.due_at) },
          { label: 'Decided', text: timeOf(found.decided_at) },
          { label: 'Files found', text: String(found.files) },
          { label: 'Files removed', text: String(found.removed) },
        ],
      },
      {
        title: 'What was done',
        rows: acts.rows.map(({ action, at, reason }) => ({
          label: `${timeOf(at)}: ${action.slice('takedown.'.length)}`,
          text: reason ?? 'by the machine, at intake',
        })),
      },
    ];
  }

  return {
    async findTypes(references) {
      const { rows } = await sql<{ reference: string; type: ReviewedType }>`
        select number as reference, 'takedown' as type from takedown_cases where number = any (${[...references]}::text[])
        union all select id::text, 'item' from content_items where id = any (${references.filter(isUuid)}::uuid[])
        union all select id::text, 'consent' from content_people
          where id = any (${references.filter(isUuid)}::uuid[])`.execute(db);
      return new Map(rows.map(({ reference, type }) => [reference, type]));
    },
    describe: (type, reference) =>
      ({ takedown: describeTakedown, item: describeItem, consent: describeConsent })[type](reference),
  };
}
