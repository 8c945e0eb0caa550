import type { Breach } from '@vlam/contract/records-breaches';

/** What a draft is made of. */
export interface DraftFacts
  extends Pick<Breach, 'number' | 'happenedOn' | 'what' | 'data' | 'people' | 'consequences' | 'measures' | 'advice'> {
  knownAt: Date;
  /** Marked steps, for what the Regulator asks about. */
  peopleNotifiedAt: Date | null;
  operator: string | null;
  officer: string | null;
  officerEmail: string | null;
}

const missing = '[not filled in yet]';
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Johannesburg' });
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Johannesburg' },
});
const dayOf = (day: string): string => dayFormat.format(new Date(`${day}T12:00:00+02:00`));

/** Fields as the Information Regulator's portal asks for a security compromise (POPIA section 22), to copy one by one. */
export const regulatorDraft = (facts: DraftFacts): Breach['drafts']['regulator'] => [
  { label: 'Responsible party', text: facts.operator ?? missing },
  { label: 'Information officer', text: [facts.officer ?? missing, facts.officerEmail ?? missing].join(', ') },
  { label: 'Own reference', text: facts.number },
  { label: 'Date of the compromise', text: facts.happenedOn ? dayOf(facts.happenedOn) : 'Not known yet' },
  { label: 'When it became known', text: timeFormat.format(facts.knownAt) },
  { label: 'What happened', text: facts.what || missing },
  { label: 'Categories of personal information', text: facts.data || missing },
  {
    label: 'Number of data subjects',
    text: facts.people === null ? 'Not known yet' : facts.people.toLocaleString('en-ZA').replace(/\s/g, ' '),
  },
  { label: 'Possible consequences', text: facts.consequences || missing },
  { label: 'Measures taken, and intended', text: facts.measures || missing },
  { label: 'Recommendation to data subjects', text: facts.advice || missing },
  {
    label: 'Were data subjects notified',
    text: facts.peopleNotifiedAt
      ? `Yes, on ${timeFormat.format(facts.peopleNotifiedAt)}, by a notification in the app and by email`
      : 'Not yet',
  },
];

/** The notice to the people it is about: what section 22(5) asks for, in plain words. */
export const peopleDraft = (facts: DraftFacts): string =>
  [
    'Somebody may have got at personal information of yours that we keep.',
    `What happened: ${facts.what || missing}`,
    ...(facts.happenedOn
      ? [`When: ${dayOf(facts.happenedOn)}. We learnt of it on ${dayFormat.format(facts.knownAt)}.`]
      : [`We learnt of it on ${dayFormat.format(facts.knownAt)}.`]),
    `What it concerns: ${facts.data || missing}`,
    `What could follow: ${facts.consequences || missing}`,
    `What we have done, and will do: ${facts.measures || missing}`,
    `What you can do: ${facts.advice || missing}`,
    `Questions? Write to our information officer: ${facts.officerEmail ?? missing}. You may complain to the Information Regulator: inforegulator.org.za. Our reference: ${facts.number}.`,
  ].join('\n\n');
