/** Messages with gifts. */
export const giftNotes = [
  'For the Thursday set',
  'You made my week',
  'Saw this and thought of you',
  null,
  'Happy birthday for Sunday',
  null,
  'To the next hundred',
] as const;

/** Messages with tips in rand. */
export const tipNotes = ['For film and coffee', '', 'Keep the light on', 'Worth every cent', ''] as const;

export interface SampleRequest {
  title: string;
  description: string;
  offered: number;
  isExclusive: boolean;
  status: 'pending' | 'accepted' | 'completed' | 'declined' | 'disputed';
  /** Since it was sent. */
  hours: number;
  stars: number | null;
  /** Of the creator: with the delivery, or why it was declined. */
  answer: string;
  /** Why the member disputes what was delivered. */
  complaint?: string;
}

/** Requests that each of the three named creators has received. */
export const sampleRequests: readonly SampleRequest[] = [
  {
    title: 'Evening in the blue robe',
    description: 'By the window if you can, last light, no flash. Anything you feel good in.',
    offered: 80,
    isExclusive: false,
    status: 'pending',
    hours: 2,
    stars: null,
    answer: '',
  },
  {
    title: 'A portrait for my birthday',
    description: 'Just for me, please. Black and white, looking straight into the camera.',
    offered: 150,
    isExclusive: true,
    status: 'pending',
    hours: 9,
    stars: null,
    answer: '',
  },
  {
    title: 'Rooftop at dusk',
    description: 'The one from your July set, with the city behind you and some wind.',
    offered: 60,
    isExclusive: false,
    status: 'accepted',
    hours: 20,
    stars: null,
    answer: '',
  },
  {
    title: 'Marble and steam, again',
    description: 'A second take of my favourite. Warm light, slow evening.',
    offered: 75,
    isExclusive: false,
    status: 'completed',
    hours: 5 * 24,
    stars: 5,
    answer: 'Took three tries to get the steam right. Enjoy.',
  },
  {
    title: 'Sunday morning, coffee',
    description: 'Unmade bed, first cup, whatever you are reading.',
    offered: 40,
    isExclusive: false,
    status: 'completed',
    hours: 11 * 24,
    stars: 4,
    answer: 'The book is by Damon Galgut.',
  },
  {
    title: 'Your studio, all of it',
    description: 'A tour in one picture, as wide as you can.',
    offered: 30,
    isExclusive: false,
    status: 'declined',
    hours: 3 * 24,
    stars: null,
    answer: 'I keep that room to myself, sorry.',
  },
  {
    title: 'The pier at sunrise',
    description: 'Colour, from the same place as in March, with the lamps still on.',
    offered: 45,
    isExclusive: false,
    status: 'disputed',
    hours: 2 * 24,
    stars: null,
    answer: 'The lamps go off at five, so this is the minute after.',
    complaint: 'It is a lovely picture, but the lamps are off and I asked for them.',
  },
];
