import { randomUUID } from 'node:crypto';
import { gifts } from '@vlam/contract/gifts';
import { creditPacks } from '@vlam/contract/payments';
import type { ClientAnswer } from '@vlam/contract/realtime';
import type { Arrivals } from './arrivals.ts';
import { callCreator } from './calling.ts';
import type { creatorMix, fanMix } from './mix.ts';
import { payOrder } from './pay.ts';
import type { Person } from './people.ts';
import type { Tally } from './tally.ts';
import { uploadPicture } from './upload.ts';

export interface Scene {
  tally: Tally;
  arrivals: Arrivals;
  fans: readonly Person[];
  creators: readonly Person[];
}

type Act = (person: Person, scene: Scene) => Promise<unknown>;

const pack = creditPacks[1];
const gift = gifts.reduce((cheapest, one) => (one.credits < cheapest.credits ? one : cheapest));
const tipCredits = 5;
const maxPrice = 40;
/** Answers of `message.send` that the contract declares; the first says what the next one costs. */
const refusals: readonly string[] = [
  'MESSAGE_QUOTA_USED',
  'INSUFFICIENT_CREDITS',
  'TOO_MANY_REQUESTS',
  'PRICE_CHANGED',
];
const words = ['Good evening', 'How was the swim', 'Tell me more', 'Later then', 'That made me laugh', 'Sleep well'];

const another = (person: Person, list: readonly Person[]): Person => person.random.pick(list);

/** Over the socket, as the thread does while it is open. */
async function write(person: Person, to: Person, { tally, arrivals }: Scene): Promise<void> {
  const { socket } = person;
  if (!socket?.isOpen) return;
  const { payCredits } = person;
  const message = { clientId: randomUUID(), content: person.random.pick(words), ...(payCredits ? { payCredits } : {}) };
  const since = performance.now();
  let answer: ClientAnswer;
  try {
    answer = await socket.call('message.send', { to: to.profileId, message });
  } catch (error) {
    return tally.fail('message.send (socket)', (error as Error).message);
  }
  if (!answer.ok) {
    if (answer.code === 'MESSAGE_QUOTA_USED') person.payCredits = Number(answer.details?.cost ?? 1);
    if (answer.code === 'INSUFFICIENT_CREDITS') person.credits = 0;
    if (refusals.includes(answer.code)) tally.refuse('message.send (socket)', answer.code);
    else tally.fail('message.send (socket)', `${answer.code} ${answer.message ?? ''}`);
    return;
  }
  tally.add('message.send (socket)', performance.now() - since);
  if (answer.sent) arrivals.sent(answer.sent.id, since);
}

/** Buys a pack: the first time on the provider's page, with the saved card from then on. */
async function buy(person: Person, { tally }: Scene): Promise<void> {
  const { api } = person.browser;
  const [card] = person.hasCard ? await api.listPaymentMethods() : [];
  const answer = await api.purchaseCredits({
    body: { packId: pack.id, price: pack.price, ...(card ? { methodId: card.id } : { saveMethod: true }) },
  });
  await payOrder(person.browser, tally, answer);
  person.hasCard = true;
  person.credits = (await api.creditBalance()).balance;
}

/** Goes to buy instead where the wallet is empty. */
const paying =
  (credits: number, act: Act): Act =>
  async (person, scene) => {
    if (person.credits < credits) return buy(person, scene);
    await act(person, scene);
    person.credits = (await person.browser.api.creditBalance()).balance;
  };

async function inbox(person: Person): Promise<void> {
  const { api } = person.browser;
  await api.unreadMessages();
  const { items } = await api.listConversations({ query: { limit: '20' } });
  const thread = items.length > 0 ? person.random.pick(items) : null;
  if (!thread) return;
  await api.listMessages({ params: { profileId: thread.profile.id }, query: { limit: '40' } });
}

async function home({ browser: { api } }: Person): Promise<void> {
  await Promise.all([api.currentUser(), api.discoveryCounters(), api.creditBalance(), api.available()]);
}

const notices: Act = ({ browser: { api } }) => api.listNotifications({ query: {} });

async function seenItems({ browser: { api } }: Person) {
  return (await api.contentFeed({ query: { limit: '20' } })).items.filter(({ isOwn }) => !isOwn);
}

export const fanActs: Record<keyof typeof fanMix, Act> = {
  async feed(person) {
    const items = await seenItems(person);
    const covers = items.slice(0, 3).map(({ previewUrl }) => person.browser.get('a preview in the feed', previewUrl));
    await Promise.all(covers);
  },
  async item(person) {
    const { api } = person.browser;
    const { id, isLocked } = person.random.pick(await seenItems(person));
    // As the page does: of a sealed item nobody may say whether they like it.
    await Promise.all([api.getContent({ params: { id } }), ...(isLocked ? [] : [api.likeState({ params: { id } })])]);
  },
  inbox,
  write: (person, scene) => write(person, another(person, scene.creators), scene),
  home,
  async creators(person) {
    const { api } = person.browser;
    const { items } = await api.listCreators({ query: { limit: '20' } });
    const { id } = person.random.pick(items);
    await Promise.all([api.getCreator({ params: { id } }), api.creatorContent({ params: { id }, query: {} })]);
  },
  async like(person) {
    const open = (await seenItems(person)).filter(({ isLocked }) => !isLocked);
    if (open.length > 0) await person.browser.api.toggleLike({ params: { id: person.random.pick(open).id } });
  },
  notices,
  unlock: paying(maxPrice, async (person) => {
    const { api } = person.browser;
    const items = await api.affordablePictures({ query: { credits: String(maxPrice) } });
    if (items.length === 0) return;
    const { id, price } = person.random.pick(items);
    const { item } = await api.unlockContent({ params: { id }, body: { price, startNow: true } });
    const open = item.sources[0]?.webp;
    if (open) await person.browser.get('the unlocked picture', open);
  }),
  tip: paying(tipCredits, (person, { creators }) =>
    person.browser.api.tipInChat({
      params: { profileId: another(person, creators).profileId },
      body: { clientId: randomUUID(), credits: tipCredits },
    }),
  ),
  gift: paying(gift.credits, (person, { creators }) =>
    person.browser.api.sendGift({
      body: { giftId: gift.id, recipientId: another(person, creators).profileId, price: gift.credits },
    }),
  ),
  buy,
  async subscribe(person, { creators, tally }) {
    const { api } = person.browser;
    const { profileId: id } = another(person, creators);
    if ((await api.checkSubscription({ params: { id } })).subscribed) return;
    const { priceCents, sells } = await api.getSubscriptionTerms({ params: { id }, query: {} });
    if (!sells) return;
    const body = {
      purpose: 'subscription',
      reference: id,
      amount: priceCents / 100,
      saveMethod: true,
      startNow: true,
    } as const;
    if (person.hasCard) await api.subscribe({ body: { creatorId: id, amount: body.amount, startNow: true } });
    else await payOrder(person.browser, tally, await api.createCheckout({ body }));
    person.hasCard = true;
  },
  async picture(person, { tally, creators }) {
    const mediaId = await uploadPicture(person.browser, tally, person.random.integer(1, 1_000_000));
    await person.browser.api.sendMessage({
      params: { profileId: another(person, creators).profileId },
      body: { clientId: randomUUID(), mediaId, ...(person.payCredits ? { payCredits: person.payCredits } : {}) },
    });
  },
  call: paying(maxPrice, (person, { tally, creators }) => callCreator(person, another(person, creators), tally)),
};

export const creatorActs: Record<keyof typeof creatorMix, Act> = {
  inbox,
  reply: (person, scene) => write(person, another(person, scene.fans), scene),
  home,
  async studio({ browser: { api } }) {
    await Promise.all([api.listStudioPosts({ query: {} }), api.getOwnTerms()]);
  },
  async publish(person, { tally }) {
    const mediaId = await uploadPicture(person.browser, tally, person.random.integer(1, 1_000_000));
    await person.browser.api.createContent({
      body: { title: 'By the water', description: '', mediaType: 'image', mediaId, isPremium: true, price: 20 },
    });
  },
  notices,
};
