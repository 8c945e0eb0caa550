/** What is published with a person in it. */
export type ConsentSubject = 'picture' | 'pictures' | 'video' | 'sound' | 'files';

export interface ConsentWording {
  number: number;
  subject: ConsentSubject;
  text: string;
}

const wordingOf = (number: number, subject: ConsentSubject, being: string, it = 'it is'): ConsentWording => ({
  number,
  subject,
  text: `${being} and 18 or older. I agree that ${it} published and sold on Vlam, and only there, until I take this back. I can do that at any time.`,
});

/** What a depicted person agrees to: a changed wording gets a new number, and stays here for the records with its own. */
export const consentWordings: readonly ConsentWording[] = [
  {
    number: 1,
    subject: 'picture',
    text: 'I am in this picture and 18 or older. I agree that it is published and sold on Vlam. I can take this back at any time.',
  },
  wordingOf(2, 'picture', 'I am in this picture'),
  wordingOf(3, 'pictures', 'I am in these pictures', 'they are'),
  wordingOf(4, 'video', 'I am in this video'),
  wordingOf(5, 'sound', 'I can be heard in this sound'),
  wordingOf(6, 'files', 'I am in these pictures and videos', 'they are'),
];

/** What `scope` of a record says of a yes in these words. */
export const consentScope = ['publish', 'sell'] as const;

function subjectOf(mediaTypes: readonly string[]): ConsentSubject {
  const [first, ...others] = mediaTypes;
  if (others.length > 0) return mediaTypes.every((type) => type === 'image') ? 'pictures' : 'files';
  return first === 'video' ? 'video' : first === 'audio' ? 'sound' : 'picture';
}

/** The current wording for an item with files of these kinds. */
export function consentWordingFor(mediaTypes: readonly string[]): ConsentWording {
  const subject = subjectOf(mediaTypes);
  return consentWordings.findLast((wording) => wording.subject === subject) as ConsentWording;
}

/** The words of a record; undefined for a number that was never used. */
export const findConsentWording = (number: number): ConsentWording | undefined =>
  consentWordings.find((wording) => wording.number === number);

/** Days to answer a request for consent. */
export const consentDays = 14;
