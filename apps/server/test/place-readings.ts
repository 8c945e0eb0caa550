import type { OperationName } from '@vlam/contract';
import type { TestClient } from './app.ts';

// Every call whose answer names a place, a cell or a distance. A new one belongs to exactly one of these lists.

interface Sight {
  client: TestClient;
  /** Profile whose place nobody may learn more closely than its cell. */
  victimId: string;
}
type Read = (sight: Sight) => Promise<{ status: number; text: string }[]>;

const filters = [
  {},
  { online: 'yes' },
  { verified: 'yes' },
  { ageRange: '26-35' },
  { relationship: 'single' },
] as const;
const manyRadii = ['1', '2', '3', '5', '8', '10', '13', '25', '37', '50'];
const each = <Value, Answer>(values: readonly Value[], ask: (value: Value) => Promise<Answer>) =>
  Promise.all(values.map(ask));

/** Readings that say where other people are: the location attack makes all of them. */
export const readsOfOthers = {
  nearby: ({ client }) =>
    each(
      (['distance', 'recency'] as const).flatMap((sort) =>
        filters.flatMap((filter) =>
          (filter === filters[0] ? manyRadii : ['3', '13', '50']).map((radius) => ({ radius, sort, ...filter })),
        ),
      ),
      (query) => client.call('nearby', { query: { limit: '48', ...query } }),
    ),
  nearbyCells: ({ client }) => each(['5', '25', '50'], (radius) => client.call('nearbyCells', { query: { radius } })),
  available: ({ client }) =>
    each(['1', '5', '10', '50'], (maxDistance) => client.call('available', { query: { maxDistance } })),
  getProfile: ({ client, victimId: id }) => each([id], () => client.call('getProfile', { params: { id } })),
  listFlames: ({ client }) =>
    each(['in', 'out', 'mutual'] as const, (direction) => client.call('listFlames', { query: { direction } })),
} satisfies Partial<Record<OperationName, Read>>;

/** Show a person, with the same label and distance as the readings above, or a place its writer typed; the attack does not walk them yet. */
export const notYetWalked: readonly OperationName[] = [
  'getCreator',
  'listCreators',
  'featuredProfiles',
  'searchProfiles',
  'matches',
  'interestPosts',
  'moods',
  'heatMap',
  'listConversations',
  'getConversation',
  'setConversation',
  'acceptConversation',
  'listCallPartners',
  'getCallPartner',
  'travellers',
  'tonight',
  'tonightResponses',
  'listEvents',
  'createEvent',
  'getEvent',
  'attendEvent',
  'leaveEvent',
  'eventCities',
];

/** Readings of the caller's own places, and of places people wrote in public texts. */
export const ownPlaces: readonly OperationName[] = [
  'createProfile',
  'ownProfile',
  'updateProfile',
  'privacySettings',
  'setPrivacySettings',
  'ownLocation',
  'setLocation',
  'matchPreferences',
  'setMatchPreferences',
  'ownTravel',
  'setTravel',
  // The person in these is the caller.
  'postInterest',
  'shareMood',
  'postTonight',
  // A plan names the place its writer typed, for themselves and those they gave its link.
  'listSafetyPlans',
  'createSafetyPlan',
  'checkInSafetyPlan',
  'sharedPlan',
  // Two sample creators of the demo.
  'testProfiles',
];

/** Everything a person is told, as the bytes that are sent; a cursor is new noise each time and says only that there is more. */
export async function everythingTold(sight: Sight): Promise<string> {
  const answers: string[] = [];
  for (const read of Object.values<Read>(readsOfOthers)) answers.push(...(await read(sight)).map(({ text }) => text));
  return answers.join('\n').replaceAll(/"nextCursor":"[^"]*"/g, '"nextCursor":"…"');
}
