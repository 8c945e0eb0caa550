import type { ContentView } from '@vlam/contract/content';
import { expect } from 'vitest';
import { renderJpeg } from '../src/platform/imagery/render.ts';
import { veilSvg } from '../src/platform/imagery/veil.ts';
import type { TestApp, TestClient } from './app.ts';
import type { TestProfile } from './factories.ts';

let pictures = 0;

/** Creates a real file of this account, ready to be published. */
export async function aReadyFile(
  app: Pick<TestApp, 'context'>,
  owner: Pick<TestProfile, 'accountId'>,
): Promise<string> {
  pictures += 1;
  const picture = await renderJpeg(veilSvg(`test picture ${pictures}`, { width: 160, height: 120 }));
  return (await app.context.media.importSample(owner.accountId, picture)).id;
}

/** Body that publishes this file. */
export const publicationOf = (mediaId: string, more: Record<string, unknown> = {}) => ({
  title: 'Blue hour',
  description: 'The pier, ten minutes after sunset.',
  mediaType: 'image',
  mediaId,
  ...more,
});

/** Answers that give "16 L". */
export const mildAnswers = { language: 'strong', undress: 'suggested', sex: 'none', harm: 'none' };

/** A creator's draft with a file, rated by `mildAnswers`. */
export async function aRatedDraft(
  app: TestApp,
  creator: TestProfile,
  more: Record<string, unknown> = {},
): Promise<ContentView> {
  const body = { state: 'draft', classificationAnswers: mildAnswers, ...more };
  const made = await app
    .client(creator)
    .call('createContent', { body: publicationOf(await aReadyFile(app, creator), body) });
  expect(made.status).toBe(201);
  return made.body;
}

/** Path parameters with an id. */
export const at = (id: string) => ({ params: { id } });

/** The creator as `client` sees them. */
export const creatorOf = async (client: TestClient, id: string) => (await client.call('getCreator', at(id))).body;
