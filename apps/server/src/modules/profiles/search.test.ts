import { describe, expect, it } from 'vitest';
import { aCreator, aProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();

describe('search', () => {
  it('finds names by substring, with a typo, and by the first letters', async () => {
    await aCreator(t, { displayName: 'Umhlanga Nights' });
    await aProfile(t, { displayName: 'Xolani of Umhlanga' });
    const client = t.client(await aProfile(t));
    const find = async (q: string) => (await client.call('searchProfiles', { query: { q } })).body;
    expect((await find('mhlanga')).creators.map((one) => one.displayName)).toEqual(['Umhlanga Nights']);
    expect((await find('Umhlnga')).people.map((one) => one.displayName)).toEqual(['Xolani of Umhlanga']);
    expect((await find('xo')).people.map((one) => one.displayName)).toEqual(['Xolani of Umhlanga']);
    expect(await find('')).toEqual({ people: [], creators: [], content: [], cities: [] });
  });

  it('puts the exact name first, then those that begin with the text, then those that hold it', async () => {
    // More than are compared, and with more subscribers.
    for (const name of ['Old Zinzi', 'Zinzi M', 'Zinzile']) await aProfile(t, { displayName: name });
    for (let index = 0; index < 8; index += 1) await aProfile(t, { displayName: `Dear Zinzi ${index}` });
    await aProfile(t, { displayName: 'zinzi' });
    const client = t.client(await aProfile(t));
    const { people } = (await client.call('searchProfiles', { query: { q: 'Zinzi' } })).body;
    const names = people.map(({ displayName }) => displayName);
    expect(names).toHaveLength(8);
    expect(names[0]).toBe('zinzi');
    expect(names.slice(1, 3).sort()).toEqual(['Zinzi M', 'Zinzile']);
  });

  it('T99: finds a last name, or a person who is the text, however many others begin with it', async () => {
    for (let index = 0; index < 210; index += 1)
      await aProfile(t, { displayName: `Qunu Extra ${String(index).padStart(3, '0')}` });
    await aProfile(t, { displayName: 'Qunu' });
    await aProfile(t, { displayName: 'Thembi van der Qumba' });
    const names = ['Qumbu Zwane', 'Lindiwe Qumbu', 'Anele-Qumbu', 'Qumbu-Anele Nxele'];
    for (const displayName of names) await aCreator(t, { displayName });
    const client = t.client(await aProfile(t));
    const find = async (q: string) => (await client.call('searchProfiles', { query: { q } })).body;
    const creators = async (q: string) => (await find(q)).creators.map((one) => one.displayName);
    expect((await find('qu')).people).toHaveLength(8);
    expect((await find('qunu')).people[0]?.displayName).toBe('Qunu');
    expect((await find('QUMBA')).people.map((one) => one.displayName)).toEqual(['Thembi van der Qumba']);
    const found = await creators('qumbu');
    expect(found.slice(0, 2).sort()).toEqual(['Qumbu Zwane', 'Qumbu-Anele Nxele']);
    expect(found.slice(2)).toEqual(['Lindiwe Qumbu', 'Anele-Qumbu']);
  });

  it('puts creators with the most subscribers first for one to three letters, after who is called so', async () => {
    const names = ['Wyn', 'Wynand Aa', 'Wyndham Bb', 'Wynona Cc', 'Zola Wynne', 'Wrong Dd', 'Wyatt Ee'];
    for (const displayName of names) await aCreator(t, { displayName });
    const counts = { 'Wynand Aa': 3, 'Wyndham Bb': 7, 'Wynona Cc': 5, 'Zola Wynne': 90, 'Wrong Dd': 9, 'Wyatt Ee': 8 };
    for (const [displayName, subscribers] of Object.entries(counts))
      await t.database.pool.query('update profiles set subscriber_count = $1 where display_name = $2', [
        subscribers,
        displayName,
      ]);
    const client = t.client(await aProfile(t));
    const creators = async (q: string) =>
      (await client.call('searchProfiles', { query: { q } })).body.creators.map((one) => one.displayName);
    const withWy = ['Wyatt Ee', 'Wyndham Bb', 'Wynona Cc', 'Wynand Aa', 'Wyn'];
    expect(await creators('W')).toEqual(['Wrong Dd', ...withWy, 'Zola Wynne']);
    expect(await creators('wy')).toEqual([...withWy, 'Zola Wynne']);
    expect(await creators('wyn')).toEqual(['Wyn', 'Wyndham Bb', 'Wynona Cc', 'Wynand Aa', 'Zola Wynne']);
  });

  it('finds cities by prefix, by alias and with a typo', async () => {
    const client = t.client(await aProfile(t));
    const cities = async (q: string) => (await client.call('searchProfiles', { query: { q } })).body.cities;
    expect(await cities('cape')).toEqual(['Cape Town']);
    expect(await cities('Johanesburg')).toEqual(['Johannesburg']);
    expect(await cities('pretroia')).toEqual(['Pretoria']);
    expect(await cities('ethek')).toEqual(['Durban']);
    expect(await cities('zzz')).toEqual([]);
  });

  it('T80: treats wildcards and quotes literally, and refuses long text', async () => {
    await aCreator(t, { displayName: '97531% Karoo_Sun' });
    const client = t.client(await aProfile(t));
    const found = async (q: string) => (await client.call('searchProfiles', { query: { q } })).body.creators.length;
    expect(await found('97531%')).toBe(1);
    expect(await found('Karoo_S')).toBe(1);
    expect(await found('%')).toBe(0);
    expect(await found('_')).toBe(0);
    expect((await client.call('listCreators', { query: { q: '_' } })).body.items).toHaveLength(1);
    for (const q of ["' or 1=1 --", '"; drop table profiles; --', '\\', '(a+)+$', '%%%%', '😈', "\\' union select"]) {
      const answer = await client.call('searchProfiles', { query: { q } });
      expect(answer.status).toBe(200);
      expect(answer.body.people).toEqual([]);
    }
    expect((await client.call('searchProfiles', { query: { q: 'a'.repeat(65) } })).error?.code).toBe(
      'VALIDATION_FAILED',
    );
    expect((await client.request('GET', '/api/profiles/search?q=%00')).error?.code).toBe('VALIDATION_FAILED');
  });
});
