import type { OperationName } from '@vlam/contract';
import type { TestClient } from './app.ts';

// Every operation whose response names a place, a cell or a distance. A new one belongs to exactly one of these lists.

export interface Observer {
  client: TestClient;
  /** Profile whose place must not be located more closely than its cell. */
  victimId: string;
  /** A request for tonight of the viewer, with a response of the victim. */
  requestId: string;
}
type Read = (sight: Observer) => Promise<{ status: number; text: string }[]>;

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

/** Operations that return places of other members: the location attack calls all of them. */
export const locationReads = {
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
  getCreator: ({ client, victimId: id }) => each([id], () => client.call('getCreator', { params: { id } })),
  listCreators: ({ client }) => each(['48'], (limit) => client.call('listCreators', { query: { limit } })),
  featuredProfiles: ({ client }) => each([0], () => client.call('featuredProfiles')),
  searchProfiles: ({ client }) => each(['Cre', 'Mem', 'Johan'], (q) => client.call('searchProfiles', { query: { q } })),
  listFlames: ({ client }) =>
    each(['in', 'out', 'mutual'] as const, (direction) => client.call('listFlames', { query: { direction } })),
  matches: ({ client }) => each([0], () => client.call('matches')),
  interestPosts: ({ client }) => each([0], () => client.call('interestPosts')),
  moods: ({ client }) => each([0], () => client.call('moods')),
  heatMap: ({ client }) => each([0], () => client.call('heatMap')),
  listConversations: ({ client }) => each([0], () => client.call('listConversations')),
  getConversation: ({ client, victimId: profileId }) =>
    each([0], () => client.call('getConversation', { params: { profileId } })),
  listCallPartners: ({ client }) => each([0], () => client.call('listCallPartners')),
  getCallPartner: ({ client, victimId: id }) => each([id], () => client.call('getCallPartner', { params: { id } })),
  travellers: ({ client }) =>
    each(['Durban', 'Johannesburg'], (city) => client.call('travellers', { query: { city } })),
  tonight: ({ client }) => each(['Durban', 'Johannesburg'], (city) => client.call('tonight', { query: { city } })),
  tonightResponses: ({ client, requestId: id }) =>
    each([id], () => client.call('tonightResponses', { params: { id } })),
  listEvents: ({ client }) => each([0], () => client.call('listEvents')),
  eventCities: ({ client }) => each([0], () => client.call('eventCities')),
} satisfies Partial<Record<OperationName, Read>>;

/** Operations that return the same view as one above. */
export const sameResponseAs: Partial<Record<OperationName, OperationName>> = {
  setConversation: 'getConversation',
  acceptConversation: 'getConversation',
  createEvent: 'listEvents',
  getEvent: 'listEvents',
  getProfileByHandle: 'getProfile',
  attendEvent: 'listEvents',
  leaveEvent: 'listEvents',
};

/** Operations that return only the caller's own places, or places in public texts. */
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
  // The profile in these is the caller's.
  'postInterest',
  'shareMood',
  'postTonight',
  // A plan names the place its author typed, for the author and holders of its link.
  'listSafetyPlans',
  'createSafetyPlan',
  'checkInSafetyPlan',
  'sharedPlan',
  // Two sample creators of the demo.
  'testProfiles',
];

/** Those of `ownPlaces` that read and need no parameters. */
export const ownReads = [
  'ownProfile',
  'privacySettings',
  'ownLocation',
  'matchPreferences',
  'ownTravel',
  'listSafetyPlans',
] as const satisfies readonly OperationName[];

/** Distances in a response that belong to a person: in each object that is theirs or contains them. */
export function findDistances(text: string, personId: string): number[] {
  const found: number[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    else if (value && typeof value === 'object') {
      const own = value as Record<string, unknown>;
      const parts = [own, own.profile, own.creator, own.person] as (Record<string, unknown> | undefined)[];
      const isTheirs = parts.some((part) => part?.id === personId || part?.profileId === personId);
      for (const [key, each] of Object.entries(own)) {
        if (isTheirs && typeof each === 'number' && /distance|km$/i.test(key)) found.push(each);
        walk(each);
      }
    }
  };
  for (const line of text.split('\n')) walk(JSON.parse(line));
  return found;
}

/** All responses to an observer as text, with cursors masked, as those differ each time. */
export async function readEverything(sight: Observer): Promise<Record<string, string>> {
  const readings: Record<string, string> = {};
  for (const [name, read] of Object.entries<Read>(locationReads)) {
    const answers = await read(sight);
    const failed = answers.find(({ status }) => status !== 200);
    if (failed) throw new Error(`${name} answered ${failed.status}: ${failed.text}`);
    readings[name] = answers.map(({ text }) => text.replaceAll(/"nextCursor":"[^"]*"/g, '"nextCursor":"…"')).join('\n');
  }
  return readings;
}
