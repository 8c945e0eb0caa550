/** Sender (`they` or the demo account), age in minutes, text, and a reaction if it has one. */
export type Line = readonly [who: 'they' | 'I', minutesAgo: number, text: string, reaction?: string];

export interface SampleThread {
  /** One of the sample creators, the demo creator, or any person of a city. */
  with: { slug: string } | { email: string } | { city: string; creator: boolean };
  lines: readonly Line[];
  /** Number of unread lines at the end, all theirs. */
  unread: number;
  box?: 'request';
}

const hour = 60;
const day = 24 * hour;

/** The threads of the demo fan: five unread messages, and one message request. */
export const fanThreads: readonly SampleThread[] = [
  {
    with: { slug: 'zanele' },
    lines: [
      ['I', 3 * day + 200, 'Your rooftop series stopped me mid-scroll. Was that really shot on one evening?'],
      ['they', 3 * day + 180, 'One evening, one lens, and a lot of wind. Thank you for looking closely.', '❤️'],
      ['I', 3 * day + 176, 'The one with the city lights behind the glass is my favourite.'],
      ['they', 2 * day + 300, 'Good eye. There is a quieter version of it that nobody has seen yet.'],
      ['I', 2 * day + 290, 'Now I am curious.'],
      ['they', 42, 'I finished the edit last night. Slow light, long shadows, exactly the mood we spoke about.'],
      ['they', 41, 'It goes up on Thursday, but you may see it first if you like.'],
    ],
    unread: 2,
  },
  {
    with: { email: 'creator@vlam.test' },
    lines: [
      ['I', day + 400, 'Hi Naledi, I loved the last set. Do you take requests for colours?'],
      ['they', day + 380, 'Always. Tell me a colour and a time of day, and I will find the rest.', '🔥'],
      ['I', day + 370, 'Deep amber, just after sunset.'],
      ['they', day + 300, 'Amber it is. Give me until the weekend.'],
      ['they', 3 * hour, 'Test shots are done and they glow. Shall I send you the first?'],
    ],
    unread: 1,
  },
  {
    with: { city: 'Cape Town', creator: false },
    lines: [
      ['they', day + 330, 'Your profile made me laugh. I believe the rules say one of us has to be brave.'],
      ['I', day + 290, 'I will be brave: coffee or a walk along the promenade?'],
      ['they', day + 280, 'A walk, and then coffee because it will be windy.', '😂'],
      ['I', day + 270, 'Deal. I am free on Sunday from four.'],
      ['they', 95, 'Sunday at four suits me. I will be the one with the red scarf.'],
    ],
    unread: 1,
  },
  {
    with: { city: 'Johannesburg', creator: false },
    lines: [
      ['I', day + 90, 'You mentioned jazz on your profile. Have you been to the Friday sessions in Melville?'],
      ['they', day + 70, 'Every second week! The trumpet player there is something else.'],
      ['I', day + 60, 'Then we have stood in the same room without knowing it.'],
      ['they', day + 50, 'Next Friday we should stand a little closer.'],
      ['I', day + 45, 'I would like that very much.', '😍'],
      ['they', 25, 'I saved us a table near the stage. Shall we say eight?'],
    ],
    unread: 1,
  },
  {
    with: { slug: 'anika' },
    lines: [
      ['they', 6 * day, 'Thank you for subscribing. New charcoal work every Thursday, and I do read my messages.'],
      ['I', 6 * day - 30, 'Take four is beautiful. How long does a piece like that take?'],
      ['they', 5 * day + 600, 'Two hours of drawing and two days of not touching it.'],
      ['I', 5 * day + 590, 'The second part must be harder.', '😂'],
    ],
    unread: 0,
  },
  {
    with: { city: 'Durban', creator: true },
    lines: [
      ['I', 9 * day, 'The film grain in your beach set reminds me of old holiday pictures.'],
      ['they', 9 * day - 120, 'That is exactly where it comes from: the camera of my mother, still going.'],
    ],
    unread: 0,
  },
  {
    with: { city: 'Pretoria', creator: false },
    lines: [
      ['they', 12 * day, 'Are the jacarandas still out on your side of town?'],
      ['I', 12 * day - 45, 'The street is purple. I have stopped sweeping the car.'],
      ['they', 12 * day - 50, 'Leave it, it suits the season.', '🌹'],
    ],
    unread: 0,
  },
  {
    with: { city: 'East London', creator: false },
    lines: [['they', 130, 'Hello, we have not met. Your taste in music made me want to write. Is that all right?']],
    unread: 1,
    box: 'request',
  },
];

/** The other threads of the demo creator: also five unread messages, and a message request. */
export const creatorThreads: readonly SampleThread[] = [
  {
    with: { city: 'Johannesburg', creator: false },
    lines: [
      ['they', 2 * day + 100, 'The blue hour set is the best thing I have bought this year.', '❤️'],
      ['I', 2 * day + 60, 'That made my morning, thank you. Which one stayed with you?'],
      ['they', 2 * day + 50, 'The one with the doorway. It feels like somebody is about to come home.'],
      ['they', 55, 'Will there be prints one day?'],
      ['they', 54, 'I have an empty wall and no patience.'],
    ],
    unread: 2,
  },
  {
    with: { city: 'Durban', creator: false },
    lines: [
      ['they', day + 30, 'Would you ever do a live evening and talk about how you light a scene?'],
      ['I', day + 10, 'I have been thinking about it. Would a weekday work for you?'],
      ['they', 4 * hour, 'Any evening after seven. Count me in.'],
    ],
    unread: 1,
  },
  {
    with: { city: 'Cape Town', creator: false },
    lines: [
      ['they', 8 * hour, 'Good morning from a very windy Sea Point. Your new set kept me company on the train.'],
      ['they', 8 * hour - 2, 'Please never stop using that warm light.'],
    ],
    unread: 2,
  },
  {
    with: { city: 'Port Elizabeth', creator: false },
    lines: [
      ['they', 4 * day, 'Do you prefer when people tip or subscribe? I want to do what helps most.'],
      ['I', 4 * day - 90, 'Subscribing lets me plan a month. A tip buys the coffee. Both are kind.', '👏'],
      ['they', 4 * day - 80, 'Then it is a subscription and one coffee.'],
    ],
    unread: 0,
  },
  {
    with: { city: 'Bloemfontein', creator: false },
    lines: [
      ['they', 6 * hour, 'Hello Naledi, a friend told me about your work. May I ask how you choose your places?'],
    ],
    unread: 1,
    box: 'request',
  },
];
