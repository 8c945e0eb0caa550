import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderPng } from '../apps/server/src/platform/imagery/render.ts';
import { disguiseLines } from '../apps/web/src/lib/disguise-lines.ts';
import { coverIds, coverNames } from '../packages/contract/src/rules/covers.ts';

// Writes apps/web/public/icons. Run it after changing the mark: node scripts/make-icons.ts
const folder = join(import.meta.dirname, '../apps/web/public/icons');

const COAL = '#0F0B0B';
const EMBER = '#FF5C38';
/** Two flames that make a V, on a square of 32. */
const FLAMES =
  'M15.7 31C9.5 27.4 3 20.3 4.3 9.8 4.6 7 5.6 4.4 5.3 1 11.3 5.2 15.3 12 16 20.6c.9-4.9 5.9-7.3 6.9-13.8 4.7 4.2 6.2 9.2 4.7 14.2C26.1 25.7 21.2 29.2 15.7 31Z';
/** The middle of the flames' outline, which is not the middle of their square. */
const MIDDLE = { x: 16.2, y: 16 };

interface Icon {
  readonly size: number;
  /** Width of the mark's square as a share of the icon. */
  readonly share: number;
  /** Corner radius as a share of the icon; the platform rounds the full-bleed ones itself. */
  readonly corner?: number;
  readonly ink?: string;
  readonly ground?: string | null;
}

function iconSvg({ size, share, corner = 0, ink = EMBER, ground = COAL }: Icon): string {
  const scale = (size * share) / 32;
  const x = size / 2 - MIDDLE.x * scale;
  const y = size / 2 - MIDDLE.y * scale;
  const round = (value: number) => Number(value.toFixed(3));
  const tile = ground ? `<rect width="${size}" height="${size}" rx="${round(size * corner)}" fill="${ground}"/>` : '';
  const mark = `<path transform="translate(${round(x)} ${round(y)}) scale(${round(scale)})" fill="${ink}" d="${FLAMES}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">${tile}${mark}</svg>\n`;
}

const CORNER = 0.225;
const pictures: Record<string, Icon> = {
  'icon-192.png': { size: 192, share: 0.66, corner: CORNER },
  'icon-512.png': { size: 512, share: 0.66, corner: CORNER },
  // A launcher may cut a maskable icon down to a circle of 80 %, so the mark stays well inside.
  'icon-maskable-512.png': { size: 512, share: 0.56 },
  'apple-touch-icon.png': { size: 180, share: 0.6 },
  // Android shows only the shape of a badge, in white.
  'badge-72.png': { size: 72, share: 0.86, ink: '#FFFFFF', ground: null },
};

await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'icon.svg'), iconSvg({ size: 32, share: 0.84, corner: CORNER }));
await writeFile(join(folder, 'mark.svg'), iconSvg({ size: 32, share: 1, ground: null }));
for (const [name, icon] of Object.entries(pictures)) {
  const png = await renderPng(iconSvg(icon));
  await writeFile(join(folder, name), png);
  console.log(`${name} ${png.byteLength} bytes`);
}

/** The home screen's icon of a disguise, full-bleed: a launcher cuts it. */
function disguiseSvg(size: number, { colour, ink, icon }: (typeof disguiseLines)['notes']): string {
  const lines = `fill="none" stroke="${ink}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 48 48" width="${size}" height="${size}"><rect x="-12" y="-12" width="48" height="48" fill="${colour}"/><path ${lines} d="${icon}"/></svg>\n`;
}

// A manifest under the name of each disguise; the app is the same.
for (const id of coverIds) {
  const lines = disguiseLines[id];
  const files = [192, 512].map((size) => ({ size, name: `${id}-${size}.png` }));
  for (const { size, name } of files) await writeFile(join(folder, name), await renderPng(disguiseSvg(size, lines)));
  const manifest = {
    id: '/',
    name: coverNames[id],
    short_name: coverNames[id],
    lang: 'en-ZA',
    dir: 'ltr',
    start_url: '/?from=home-screen',
    scope: '/',
    display: 'standalone',
    background_color: lines.colour,
    theme_color: lines.colour,
    icons: files.flatMap(({ size, name }) =>
      ['any', 'maskable'].map((purpose) => ({
        src: `/icons/${name}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
  };
  await writeFile(join(folder, `${id}.webmanifest`), `${JSON.stringify(manifest, null, 2)}\n`);
}
