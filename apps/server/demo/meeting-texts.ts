import type { EventCategory, TonightCategory } from '@vlam/contract/rules/meeting';

interface EventText {
  title: string;
  description: string;
  category: EventCategory;
  /** Starting hour in Johannesburg. */
  hour: number;
  places: number;
  /** Entry price in rand. */
  price: number;
  minimumAge: number;
  dresscode: string;
  tags: readonly string[];
}

const event = (
  title: string,
  category: EventCategory,
  [hour, places, price, minimumAge]: readonly [number, number, number, number],
  description: string,
  dresscode = '',
  tags: readonly string[] = [],
): EventText => ({ title, category, hour, places, price, minimumAge, description, dresscode, tags });

/** Events of the sample world: adult, warm, nothing explicit. */
export const eventTexts: readonly EventText[] = [
  event(
    'Vinyl and vetkoek',
    'Music',
    [19.5, 60, 120, 21],
    'Bring one record you would save from a fire. We play a side each, the kitchen does the rest.',
    '',
    ['vinyl', 'slow evening'],
  ),
  event(
    'Sundowners on the roof',
    'Social',
    [17, 80, 0, 21],
    'First drink is on the house if you come alone. Hosts introduce everybody to everybody.',
    'Something you can lean in',
    ['rooftop', 'singles'],
  ),
  event(
    'Life drawing by candlelight',
    'Art',
    [18.5, 24, 180, 25],
    'Charcoal, paper and two hours of quiet. No experience needed; the model is dressed in shadow.',
    '',
    ['charcoal', 'beginners'],
  ),
  event(
    'Pinotage, cheese and honest questions',
    'Food & Wine',
    [18, 32, 350, 25],
    'Six wines, six questions, a new neighbour for each. Phones stay in the basket.',
    'Smart casual',
    ['wine', 'conversation'],
  ),
  event(
    'Kizomba for beginners',
    'Workshop',
    [19, 40, 90, 21],
    'An hour of steps, an hour of dancing. Come alone or together; partners rotate, and no is always fine.',
    'Shoes that turn',
    ['dance', 'beginners'],
  ),
  event(
    'Masquerade at midnight',
    'Party',
    [21, 150, 250, 25],
    'Masks at the door, house music in the back, a quiet garden when you need air.',
    'Black, and a mask',
    ['masks', 'house music'],
  ),
  event(
    'Moonrise walk',
    'Outdoors',
    [18.5, 30, 0, 21],
    'Seven easy kilometres with a stop for coffee. We wait for whoever walks slowest.',
    'Walking shoes',
    ['walk', 'full moon'],
  ),
  event(
    'The long table',
    'Food & Wine',
    [19, 48, 420, 25],
    'Forty-eight chairs, one table, four courses to share. You sit where your card falls.',
    '',
    ['supper club'],
  ),
  event(
    'Open-mic: love letters',
    'Art',
    [19.5, 70, 60, 21],
    'Read one you sent, one you never did, or just listen. Five minutes each, no recordings.',
    '',
    ['spoken word'],
  ),
  event(
    'Silent disco on the sand',
    'Party',
    [20, 120, 150, 21],
    'Three channels, bare feet, and headphones off when you want to talk.',
    'Barefoot',
    ['beach', 'dance'],
  ),
  event(
    'Amapiano under the stars',
    'Music',
    [20, 140, 180, 21],
    'Two DJs, a fire and a long dance floor of grass. Blankets at the edge for those who would rather watch.',
    '',
    ['amapiano', 'open air'],
  ),
  event(
    'Consent and chemistry',
    'Workshop',
    [18, 26, 200, 25],
    'A frank, friendly evening about asking for what you like and hearing what others do. Couples and singles.',
    '',
    ['talk', 'couples'],
  ),
  event(
    'Speed meeting, slow version',
    'Social',
    [18.5, 36, 130, 25],
    'Eight minutes each instead of three. We send your matches home with you, and nobody else.',
    '',
    ['singles'],
  ),
  event(
    'Hot springs day out',
    'Outdoors',
    [9, 20, 380, 25],
    'One bus, three pools, lunch in the shade. Back before dark.',
    'Swimwear and a towel',
    ['day trip'],
  ),
  event(
    'Jazz in the courtyard',
    'Music',
    [19, 90, 160, 25],
    'A quartet, low lamps, small tables. Second set is requests.',
    'Linen weather',
    ['jazz'],
  ),
  event(
    'Photography walk: blue hour',
    'Art',
    [17.5, 18, 0, 21],
    'Streets, neon, reflections. People only when they say yes.',
    '',
    ['photography'],
  ),
  event(
    'Board games and bourbon',
    'Social',
    [18, 28, 80, 21],
    'Forty games and one house rule: the loser chooses the next playlist.',
    '',
    ['games'],
  ),
  event(
    'Cook together: bunny chow',
    'Workshop',
    [17.5, 16, 260, 21],
    'Pairs are drawn at the door. Aprons, knives and bread are there.',
    '',
    ['cooking'],
  ),
  event(
    'Velvet and vermouth',
    'Party',
    [20.5, 64, 220, 30],
    'A small room, a good bar, music you can talk over. Everybody here is thirty or older.',
    'Velvet, or something like it',
    ['30 plus'],
  ),
  event(
    'Dawn swim, hot coffee',
    'Outdoors',
    [5.5, 25, 0, 21],
    'In at first light, out before it hurts. Flasks and towels on the wall.',
    '',
    ['swim', 'sunrise'],
  ),
];

/** Invented venues by city. */
export const venues: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'Cape Town': [
    ['The Listening Room', '12 Loop Lane'],
    ['Kloof Yard', '88 Kloof Yard'],
    ['Salt Store', 'Harbour Side, Muizenberg'],
    ['Lantern House', '4 Bo Street'],
  ],
  Johannesburg: [
    ['Foundry Roof', 'Maboneng, 5th floor'],
    ['The Jacaranda Club', '31 4th Avenue, Melville'],
    ['Copper Room', '7 Commissioner Mews'],
    ['Orchard Studio', '19 Orchard Road'],
  ],
  Durban: [
    ['Florida Verandah', '201 Florida Road'],
    ['Pier House', 'South Beach walk'],
    ['The Mynah Bar', '6 Musgrave Lane'],
    ['Bluff Barn', 'Old Whaling Road'],
  ],
  Pretoria: [
    ['Station Gardens', '2 Railway Street'],
    ['Hazel and Oak', '40 Hazelwood Lane'],
    ['The Observatory', 'Klapperkop Drive'],
  ],
  'Port Elizabeth': [
    ['Donkin Loft', '9 Donkin Row'],
    ['Humewood Deck', 'Marine Walk'],
  ],
  Bloemfontein: [
    ['Rose House', '14 Kellner Lane'],
    ['Naval Hill Tearoom', 'Top of the hill'],
  ],
  'East London': [
    ['Quay 9', 'Orient Walk'],
    ['Nahoon Boathouse', 'River Road'],
  ],
  Pietermaritzburg: [
    ['The Print Works', '22 Loop Street'],
    ['Midlands Barn', 'Old Howick Road'],
  ],
  Polokwane: [
    ['Marula Hall', '5 Market Lane'],
    ['Baobab Court', 'Thabo Street 18'],
  ],
  Kimberley: [
    ['Diamond Yard', '3 Halfway Lane'],
    ['Old Tram Shed', 'Tram Street'],
  ],
};

export const tonightTexts: readonly (readonly [TonightCategory, string])[] = [
  ['Drinks', 'One gin, one view, no plans after. Anybody near the water?'],
  ['Drinks', 'Just landed and awake. Show me the bar you actually go to.'],
  ['Drinks', 'Celebrating something small. I am buying the first round.'],
  ['Drinks', 'A quiet corner and a loud laugh, please.'],
  ['Dinner', 'A table for two at eight and only one of me.'],
  ['Dinner', 'I cook, you bring dessert and an opinion about films.'],
  ['Dinner', 'Curry that makes us cry a little. Who is in?'],
  ['Dinner', 'Sushi counter, two seats, twenty minutes from now.'],
  ['Dinner', 'Somebody to share far too much bread with.'],
  ['Dancing', 'Amapiano until my feet say stop. Bring water.'],
  ['Dancing', 'I lead badly and follow well. Salsa?'],
  ['Dancing', 'Two songs and then we decide.'],
  ['Dancing', 'There is a floor, there is a DJ, there is no partner.'],
  ['Coffee', 'Late coffee, early honesty.'],
  ['Coffee', 'Decaf and a long walk along the promenade.'],
  ['Coffee', 'Still at the office at nine. Rescue me with a flat white.'],
  ['Coffee', 'Bookshop first, then coffee, then we see.'],
  ['Company', 'Load-shedding and candles. Come tell me a story.'],
  ['Company', 'A film I have seen twice and would like to see with somebody.'],
  ['Company', 'Balcony, blanket, city lights. Conversation included.'],
  ['Company', 'Rain on a tin roof is better with two.'],
  ['Adventure', 'Night drive to nowhere in particular. I have the playlist.'],
  ['Adventure', 'Full moon, warm sea. Who swims?'],
  ['Adventure', 'Climb the hill, watch the lights, be back by eleven.'],
  ['Adventure', 'Karaoke, badly. You choose the first song.'],
];

export const answerTexts: readonly string[] = [
  'I know exactly the place. Half an hour?',
  'That is the best offer of my week.',
  'Only if you let me choose the second song.',
  'Near you and hungry. Say when.',
  'I was about to write the same.',
  'Yes to the walk, maybe to the coffee.',
  'I can be there at nine, with umbrella.',
  'Tell me more and I will put my shoes on.',
];

export const tripTexts: readonly string[] = [
  'Two free evenings and nobody to share a table with.',
  'Somebody who knows where the locals dance.',
  'A slow breakfast and a fast tour.',
  'Here for work, staying for the weekend.',
  'Good wine, honest talk, no rush.',
  'A swimming partner at sunrise.',
  'Live music, any kind.',
  'Company for a concert I have two tickets to.',
  'Art, then dinner, then we see.',
  'Long walks with somebody who talks back.',
];
