import { newId } from '../src/platform/ids.ts';
import type { TestApp, TestResponse } from './app.ts';
import { aCreator, aProfile, aSubscription, type TestProfile } from './factories.ts';

/** The error code; undefined on success. */
export const code = ({ error }: TestResponse<unknown>) => error?.code;
export const contentsOf = (answer: TestResponse<{ items: { content: string }[] }>) =>
  answer.body.items.map(({ content }) => content);

/** Actions of two members in a thread, through operations. */
export const chatsOf = (app: () => TestApp) => ({
  write: (from: { cookie: string }, to: TestProfile, content: string, more: Record<string, unknown> = {}) =>
    app()
      .client(from)
      .call('sendMessage', { params: { profileId: to.profileId }, body: { clientId: newId(), content, ...more } }),
  read: (as: TestProfile, other: TestProfile, query: Record<string, string> = {}) =>
    app()
      .client(as)
      .call('listMessages', { params: { profileId: other.profileId }, query }),
  threads: (as: TestProfile, box: 'inbox' | 'requests' = 'inbox') =>
    app().client(as).call('listConversations', { query: { box } }),
  head: (as: TestProfile, other: TestProfile) =>
    app()
      .client(as)
      .call('getConversation', { params: { profileId: other.profileId } }),
  /** A creator and a subscriber, so that messages need no request. */
  async aPair(): Promise<{ creator: TestProfile; fan: TestProfile }> {
    const [creator, fan] = await Promise.all([aCreator(app()), aProfile(app())]);
    await aSubscription(app(), { subscriber: fan, creator });
    return { creator, fan };
  },
});
