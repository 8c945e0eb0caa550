import type { Random } from '../../apps/server/demo/random.ts';

/** Acts by name, each with how often it is done beside the others. */
export type Mix<Name extends string> = Readonly<Record<Name, number>>;

/** What a visitor without an account does. */
export const visitorMix = { landing: 5, status: 2, rules: 2, prices: 2, signIn: 1 } as const satisfies Mix<string>;

/** What a fan does, reading far more than paying. */
export const fanMix = {
  feed: 18,
  item: 12,
  inbox: 12,
  write: 16,
  home: 8,
  creators: 4,
  like: 5,
  notices: 4,
  unlock: 4,
  tip: 2,
  gift: 2,
  buy: 2,
  subscribe: 1,
  picture: 2,
  call: 2,
} as const satisfies Mix<string>;

/** What a creator does. */
export const creatorMix = {
  inbox: 14,
  reply: 14,
  home: 6,
  studio: 6,
  publish: 2,
  notices: 4,
} as const satisfies Mix<string>;

/** The next act, by its share of the mix. */
export function chooseAct<Name extends string>(random: Random, mix: Mix<Name>): Name {
  const names = Object.keys(mix) as Name[];
  return names[random.weighted(names.map((name) => mix[name]))] as Name;
}

/** Milliseconds until a person's next act: as often short as people are quick, seldom long, never over four means. */
export const pauseMs = (random: Random, meanMs: number): number =>
  Math.min(-Math.log(1 - random.next()) * meanMs, meanMs * 4);

/** Who the members are: of each four one is a creator, and there are two at least of either. */
export function shareOut(people: number): { fans: number; creators: number; visitors: number } {
  const creators = Math.max(2, Math.floor(people / 4));
  return { fans: people - creators, creators, visitors: Math.max(1, Math.floor(people / 6)) };
}
