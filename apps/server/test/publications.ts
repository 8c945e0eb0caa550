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
  const picture = await renderJpeg(veilSvg(`test picture ${pictures}`, { width: 640, height: 480 }));
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

/** Path parameters with an id. */
export const at = (id: string) => ({ params: { id } });

/** The creator as `client` sees them. */
export const creatorOf = async (client: TestClient, id: string) => (await client.call('getCreator', at(id))).body;
