import { expect, it } from 'vitest';
import { aProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();

it('finds the letters of Tshivenda and Sepedi by the plain ones that a phone offers', async () => {
  const names = ['Tshivenḓa', 'Ṱola', 'Ḽivhu', 'Ṋetshi', 'Lešego', 'Nḓivhuwo'];
  for (const name of names) await aProfile(t, { displayName: name });
  const client = t.client(await aProfile(t));
  const find = async (q: string) =>
    (await client.call('searchProfiles', { query: { q } })).body.people.map((one) => one.displayName);
  const found: Record<string, string[]> = {};
  for (const typed of ['tshivenda', 'tola', 'livhu', 'netshi', 'lesego', 'ndivhuwo']) found[typed] = await find(typed);
  expect(found).toEqual({
    tshivenda: ['Tshivenḓa'],
    tola: ['Ṱola'],
    livhu: ['Ḽivhu'],
    netshi: ['Ṋetshi'],
    lesego: ['Lešego'],
    ndivhuwo: ['Nḓivhuwo'],
  });
  expect(await find('tšhivenḓa')).toEqual(['Tshivenḓa']);
});
