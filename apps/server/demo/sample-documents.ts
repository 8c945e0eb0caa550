import { create, type Font } from 'fontkit';
import type { Context } from '../src/context.ts';
import { renderWebp } from '../src/platform/imagery/render.ts';
import { fontFile } from '../src/platform/pdf-fonts.ts';
import type { SamplePerson } from './people.ts';
import { birthDateOf } from './staff-log.ts';
import { absentMembers, inPhotoQueues, viewerOf } from './waiting-photos.ts';

const documentTypes = ['passport', 'id_document'] as const;
const size = { width: 1440, height: 940 };

/** Identity documents that wait for staff: drawn cards of no country, with the name and the date of birth. */
export async function insertDocuments(
  context: Pick<Context, 'database' | 'media' | 'profiles' | 'ageVerification'>,
  people: readonly SamplePerson[],
  now: Date,
): Promise<void> {
  const { database, media, profiles, ageVerification } = context;
  const draw = createDrawing();
  // Others than those whose photos wait.
  const members = absentMembers(people).slice(inPhotoQueues, inPhotoQueues + documentTypes.length);
  for (const [index, person] of members.entries()) {
    const documentType = documentTypes[index] ?? documentTypes[0];
    const born = (await ageVerification.findBirthDate(database.db, person.accountId)) ?? birthDateOf(person, now);
    const { id } = await media.importSample(person.accountId, await renderWebp(draw(person, born), { quality: 85 }));
    await profiles.sendDocument(viewerOf(person), { mediaId: id, documentType, consent: true });
    const sentAt = new Date(now.getTime() - (55 + index * 263) * 60_000);
    await database.db
      .updateTable('identity_documents')
      .set({ sent_at: sentAt })
      .where('account_id', '=', person.accountId)
      .execute();
  }
}

/** Letters as outlines, because a machine without fonts draws none. */
function createDrawing(): (person: SamplePerson, born: string) => string {
  const [regular, bold] = (['regular', 'bold'] as const).map((name) => create(fontFile(name)) as Font) as [Font, Font];
  const line = (text: string, x: number, y: number, height: number, font = regular) => {
    const scale = height / font.unitsPerEm;
    let at = 0;
    const { glyphs, positions } = font.layout(text);
    const outlines = glyphs.map((glyph, index) => {
      const outline = `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`;
      at += positions[index]?.xAdvance ?? 0;
      return outline;
    });
    return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${outlines.join('')}</g>`;
  };
  const field = (label: string, value: string, y: number) =>
    `<g fill="#5d6b78">${line(label, 560, y, 30)}</g><g fill="#16202a">${line(value, 560, y + 64, 54, bold)}</g>`;
  return (
    { firstName, lastName },
    born,
  ) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1440 940" ${dimensions}>
    <rect width="1440" height="940" fill="#4a4039"/>
    <rect x="70" y="60" width="1300" height="820" rx="44" fill="#e6ecee"/>
    <g stroke="#c3d2d6" stroke-width="3" fill="none">${waves()}</g>
    <g fill="#2b5560">${line('SAMPLE DOCUMENT', 130, 170, 58, bold)}</g>
    <rect x="130" y="240" width="360" height="470" rx="20" fill="#b9c6cb"/>
    <circle cx="310" cy="420" r="92" fill="#7d8d95"/>
    <path d="M150 710c0-130 70-190 160-190s160 60 160 190z" fill="#7d8d95"/>
    ${field('Surname', lastName, 290)}${field('Names', firstName, 440)}${field('Date of birth', born, 590)}
    <g fill="#2b5560">${line('Drawn for the demo; it proves nothing', 130, 810, 36)}</g>
  </svg>`;
}

const dimensions = `width="${size.width}" height="${size.height}"`;
const waves = () =>
  Array.from({ length: 9 }, (_, index) => {
    const y = 230 + index * 70;
    return `<path d="M70 ${y}q162-60 325 0t325 0 325 0 325 0"/>`;
  }).join('');
