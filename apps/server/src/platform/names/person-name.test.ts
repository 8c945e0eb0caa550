import fc from 'fast-check';
import unhomoglyph from 'unhomoglyph';
import { describe, expect, it } from 'vitest';
import { givenNames, surnames } from '../../../demo/names.ts';
import { sampleCreators } from '../../../demo/scale.ts';
import { type NameProblem, readPersonName } from './person-name.ts';

const shown: [written: string, kept?: string][] = [
  ['Naledi Mokoena'],
  ['Thilivhali Ṱhavhani'],
  ['Ṋanga Ḽuvhengo'],
  ['Muḓinḓa'],
  ['Mpho Tšhabalala'],
  ['Maḓala Ḓakalo'],
  ['Ṅwana Ṋemaguvhuni'],
  ['Ḽufuno Ṱhizwilondi'],
  ['Tšhepo Mašego'],
  ['Kgošigadi Šebatjane'],
  ['Xolani Qhawe Cetshwayo'],
  ['Nomaxhosa Ngcongolo'],
  ['Hlayisani N’wa-Mitwa'],
  ['Dannhäuser'],
  ['Kôbus Hême'],
  ['Esaïe Trôskie'],
  ['Adéle Crème'],
  ['Zoë O’Neil-Dlamini'],
  ["Sinéad O'Brien"],
  ['Renée du Preez'],
  ['Hénnie Kanarievoël'],
  ['ǃXóõ ǀUi'],
  ['ǁKhae ǂAakhoe'],
  ['Nǃxau'],
  ['J.P. van der Merwe'],
  ['Van Niekerk & Kie'],
  ['Badminton Ben'],
  ['Vlaming'],
  ['Staffordshire Sue'],
  ['Creator 42'],
  ['DJ_Zee 2'],
  ['Ŋaledi Ɓello'],
  ['Nguyễn Thị Hằng'],
  ['Наталья Жукова'],
  ['राजेश पटेल'],
  ['தமிழ்ச்செல்வி'],
  ['محمد علي'],
  ['יוסי כהן'],
  ['יוסי'],
  ['李小龙'],
  ['ゆき アンナ'],
  ['김민지'],
  ['  Naledi   Mokoena ', 'Naledi Mokoena'],
  ['Ｎａｌｅｄｉ', 'Naledi'],
  ['𝐍𝐚𝐥𝐞𝐝𝐢', 'Naledi'],
  ['Nomvula\u00a0Zulu', 'Nomvula Zulu'],
  ['e\u0301lodie', 'élodie'],
];
const refused: [written: string, problem: NameProblem][] = [
  ['Naledi\u200b Mokoena', 'invisible'],
  ['Naledi\u200d', 'invisible'],
  ['\u202eaidelaN', 'invisible'],
  ['Naledi\u2066 x', 'invisible'],
  ['Na\u00adledi', 'invisible'],
  ['\ufeffNaledi', 'invisible'],
  ['Naledi\u3164', 'invisible'],
  ['Naledi\ufe0f', 'invisible'],
  ['Naledi ✅', 'signs'],
  ['Naledi ✔', 'signs'],
  ['Naledi🔥', 'signs'],
  ['<b>Naledi</b>', 'signs'],
  ['Naledi\u2800', 'signs'],
  ['Z\u0301\u0302\u0303\u0304algo', 'signs'],
  ['12345', 'signs'],
  ['---', 'signs'],
  ['Nаledi', 'scripts'],
  ['Νaledi', 'scripts'],
  ['Naledi Мокоена', 'scripts'],
  ['Nɑledi', 'scripts'],
  ['ᴀᴅᴍɪɴ', 'scripts'],
  ['Сара', 'scripts'],
  ['АСОРЕХ', 'scripts'],
  ['ᎪᏟ', 'scripts'],
  ['Vlam Support', 'reserved'],
  ['Administrator', 'reserved'],
  ['VlamSupport', 'reserved'],
  ['V l a m', 'reserved'],
  ['VIam', 'reserved'],
  ['V1am', 'reserved'],
  ['Vläm', 'reserved'],
  ['Ａｄｍｉｎ', 'reserved'],
  ['𝓐𝓭𝓶𝓲𝓷', 'reserved'],
  ['Adm1n', 'reserved'],
  ['ADMIN7', 'reserved'],
  ['Admın', 'reserved'],
  ['the_real_admin', 'reserved'],
  ['Supp0rt', 'reserved'],
  ['Moderator Thandi', 'reserved'],
  ['Naledi Official', 'reserved'],
  ['Umlilo', 'reserved'],
  ['Mollo HQ', 'reserved'],
  ['Molelo', 'reserved'],
  ['Ndzilo', 'reserved'],
  ['Muḽilo', 'reserved'],
];

/** Letters of every alphabet allowed in a name, by the Latin letter they look like (Unicode confusables). */
function lettersByLookalike(): Map<string, string[]> {
  const bySkeleton = new Map<string, string[]>();
  for (let code = 0xa0; code < 0x20000; code += 1) {
    const letter = String.fromCodePoint(code);
    if (!/\p{L}/u.test(letter) || letter.normalize('NFKC') !== letter) continue;
    const look = unhomoglyph(letter.normalize('NFD')).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    if (/^[a-z]$/.test(look)) bySkeleton.set(look, [...(bySkeleton.get(look) ?? []), letter]);
  }
  return bySkeleton;
}

describe('T96: displayed names', () => {
  it('refuses every reserved word, whatever look-alike letters it is written with', () => {
    const looks = lettersByLookalike();
    expect([...looks.values()].flat().length).toBeGreaterThan(1_000);
    const words = [
      'vlam',
      'umlilo',
      'mollo',
      'ndzilo',
      'admin',
      'moderator',
      'support',
      'official',
      'verified',
      'staff',
    ];
    const written = fc
      .constantFrom(...words)
      .chain((word) => fc.tuple(...[...word].map((letter) => fc.constantFrom(letter, ...(looks.get(letter) ?? [])))))
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(written, (name) => readPersonName(name).name === null),
      { numRuns: 20_000 },
    );
    for (const word of words)
      for (const [index, letter] of [...word].entries())
        for (const other of looks.get(letter) ?? [])
          expect(readPersonName(word.slice(0, index) + other + word.slice(index + 1)).name).toBeNull();
  });

  it.each(shown)('%j is a name', (written, kept = written) => {
    expect(readPersonName(written)).toEqual({ name: kept, problem: null });
  });

  it.each(refused)('%j is refused: %s', (written, problem) => {
    expect(readPersonName(written)).toEqual({ name: null, problem });
  });

  it("allows the product's name as a surname, never a word for staff", () => {
    for (const surname of ['Mollo', 'Mulilo'])
      expect(readPersonName(surname, { mayBeProduct: true })).toEqual({ name: surname, problem: null });
    expect(readPersonName('Moderator', { mayBeProduct: true }).problem).toBe('reserved');
  });

  it('are allowed for every sample person', () => {
    for (const name of [...givenNames, ...surnames, ...sampleCreators.map(({ displayName }) => displayName)])
      expect(readPersonName(name)).toEqual({ name, problem: null });
  });
});
