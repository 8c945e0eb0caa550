/** Bios, titles and comments of the sample people: warm, adult, nothing explicit. */
export const fanBios = [
  'Slow mornings, strong coffee and long conversations after midnight.',
  'New in town and looking for good company.',
  'Into vinyl, night drives and people who say what they mean.',
  'Discreet, kind and rarely in a hurry.',
  'Here for the art and the occasional brave hello.',
  'Cooks for two, laughs for three.',
  'Beach in the morning, balcony in the evening.',
  'Works late, answers honestly.',
  'Half bookworm, half dance floor.',
  '',
] as const;

export const creatorBios = [
  'Photographer of quiet rooms and loud nights. Say hello before you unlock.',
  'Charcoal, film grain and the odd confession. New work every Thursday.',
  'Studio light, bare shoulders and a good playlist. Updated twice a week.',
  'Dancer by training, night owl by nature. Short films of moving light.',
  'Fitness coach with a soft spot for golden hour. Ask me anything.',
  'Analogue only. Every frame is developed in my kitchen.',
  'I paint, I pose, I pour the wine. Commissions are open.',
  'Songs for the small hours and the pictures that go with them.',
  'Slow food, low lamps and stories from the Karoo.',
  'Sea air, silk and patience. Behind the scenes for subscribers.',
] as const;

export const titleParts = {
  first: [
    'Salt',
    'Blue hour',
    'Slow morning',
    'Marble',
    'After the show',
    'Sunday',
    'Rooftop',
    'Charcoal',
    'Studio',
    'Velvet',
    'Amber',
    'Low tide',
    'Night drive',
    'Candle',
    'Silk',
    'Linen',
    'Smoke',
    'Terrace',
    'Neon',
    'Rain on glass',
  ],
  second: [
    'and late light',
    'in Umhlanga',
    'take four',
    'undone',
    'at six',
    'and steam',
    'on Florida Road',
    'before dawn',
    'in gold',
    'for two',
    'part one',
    'part two',
    'in the Bo-Kaap',
    'behind the curtain',
    'by the window',
    'after rain',
    'in Maboneng',
    'unhurried',
  ],
} as const;

export const descriptions = [
  'The one I nearly did not post. Lights low.',
  'Light like this lasts nine minutes.',
  'From a long evening with the window open.',
  'Shot on the last roll of the year.',
  'A study in shadow. More in the full set.',
  'You asked for the quiet version. Here it is.',
  '',
] as const;

export const comments = [
  'The light in this one is something else.',
  'Worth every credit.',
  'Take my Thursday, please.',
  'Where was this taken? It looks like the Bluff.',
  'You have a painter’s eye.',
  'More of these, whenever you like.',
  'This stayed with me all day.',
  'The colour of that wall!',
] as const;

export const lookingFor = ['Chat', 'Friendship', 'Casual dating', 'Art', 'Company', 'Something lasting'] as const;

export const bundleTexts = [
  {
    title: 'Low tide',
    description: 'A week on the coast, salt in everything.',
    category: 'beach',
    tags: ['sea', 'golden hour'],
  },
  {
    title: 'Charcoal and linen',
    description: 'The whole studio series, from the first sketch to the last.',
    category: 'artistic',
    tags: ['studio', 'charcoal'],
  },
  {
    title: 'The quiet hours',
    description: 'Every frame of one long evening, in the order it happened.',
    category: 'glamour',
    tags: ['evening', 'film grain'],
  },
  {
    title: 'Silk, twice over',
    description: 'Two colours of silk, one window, no hurry.',
    category: 'lingerie',
    tags: ['silk', 'window light'],
  },
  {
    title: 'After training',
    description: 'Strength, chalk and late sun in the garage gym.',
    category: 'fitness',
    tags: ['strength', 'dance'],
  },
  {
    title: 'Velvet room',
    description: 'One red room and everything it does to light.',
    category: 'glamour',
    tags: ['velvet', 'low light'],
  },
  {
    title: 'Lace and shadow',
    description: 'A study in pattern, mostly in shadow.',
    category: 'lingerie',
    tags: ['lace', 'shadow'],
  },
  {
    title: 'Dune diary',
    description: 'Three mornings before the wind came up.',
    category: 'beach',
    tags: ['sand', 'morning'],
  },
  {
    title: 'Ink and steam',
    description: 'Double exposures from a very small kitchen.',
    category: 'artistic',
    tags: ['analogue', 'double exposure'],
  },
  {
    title: 'Stretch and breathe',
    description: 'An hour on the mat, from the first stretch to the last.',
    category: 'fitness',
    tags: ['yoga', 'calm'],
  },
] as const;
