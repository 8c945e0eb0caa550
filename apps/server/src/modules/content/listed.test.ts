import type { contentRulesOperations } from '@vlam/contract/content-rules';
import type { QueryOf } from '@vlam/contract/operation';
import { expect, it } from 'vitest';
import { aCreator, aProfile } from '../../../test/factories.ts';
import { aRatedDraft } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

const t = useTestApp();

it('lists all content to staff by title, state, class and creator, newest first, but no drafts', async () => {
  const creator = await aCreator(t, { trusted: false });
  const mark = `Harbour ${newId().slice(-8)}`;
  const [waiting, held, open, draft] = [
    await aRatedDraft(t, creator, { title: `${mark} one` }),
    await aRatedDraft(t, creator, { title: `${mark} two` }),
    await aRatedDraft(t, creator, { title: `${mark} three` }),
    await aRatedDraft(t, creator, { title: `${mark} four` }),
  ].map(({ id }) => id);
  for (const [index, [id, state]] of (
    [
      [waiting, 'review'],
      [held, 'flagged'],
      [open, 'published'],
    ] as const
  ).entries())
    await t.db
      .updateTable('content_items')
      .set({ state, created_at: new Date(t.clock.now().getTime() + index) })
      .where('id', '=', `${id}`)
      .execute();
  const moderator = t.client(await aProfile(t, { role: 'moderator' }));
  type Query = QueryOf<typeof contentRulesOperations.listAllContent>;
  const list = async (query: Query) => (await moderator.call('listAllContent', { query: { q: mark, ...query } })).body;
  const ids = async (query: Query) => (await list(query)).items.map(({ id }) => id);
  expect(await ids({})).toEqual([open, held, waiting]);
  expect(await ids({ state: 'flagged' })).toEqual([held]);
  expect(await ids({ profile: creator.profileId })).toEqual([open, held, waiting]);
  expect(await ids({ profile: newId() })).toEqual([]);
  expect(await ids({ classification: 'X18' })).toEqual([]);
  expect(await ids({ q: '%' })).toEqual([]);
  const first = await list({ limit: 2 });
  expect(first.items.map(({ id }) => id)).toEqual([open, held]);
  expect(await ids({ limit: 2, cursor: first.nextCursor ?? '' })).toEqual([waiting]);
  expect(JSON.stringify(await list({}))).not.toContain(`${draft}`);
  expect((await t.client(creator).call('listAllContent')).error?.code).toBe('FORBIDDEN');
});
