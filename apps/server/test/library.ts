import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { chatsOf } from './chats.ts';
import type { TestProfile } from './factories.ts';
import { at, publicationOf } from './publications.ts';

/** What members do with the files of a library, through operations. */
export function libraryOf(app: () => TestApp) {
  const chats = chatsOf(app);
  return {
    use: async (who: TestProfile, id: string) => (await app().client(who).call('reuseFile', at(id))).body.id,
    async publish(who: TestProfile, mediaId: string, more: Record<string, unknown> = {}) {
      const made = await app()
        .client(who)
        .call('createContent', { body: publicationOf(mediaId, more) });
      expect(made.status).toBe(201);
      return made.body;
    },
    /** The last message of their thread, as `who` sees it. */
    async lastOf(who: TestProfile, other: TestProfile) {
      const message = (await chats.read(who, other)).body.items.at(-1);
      if (!message) throw new Error('the thread is empty');
      return message;
    },
  };
}
