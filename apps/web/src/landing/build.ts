/*
 * Writes the landing page. Into `<outDir>/landing/`:
 *   index.html, index.af.html, index.zu.html, index.xh.html   templates with slots for figures, demo mark and addresses
 *   fill.mjs                                                  fillLanding(template, figures, { demo, origin }) of fill.ts
 *   csp.json                                                  { policy, styleHashes, scriptHashes } of all four pages
 *   *.webp                                                    pictures, named by their content
 * and the display font into `<outDir>/assets/`, under the app's name for it. The server fills a template with the current
 * counts, compresses the result (again only when a count changes) and sends it with `policy`.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { transform } from 'esbuild';
import { rolldown } from 'rolldown';
import { type Language, languageList } from './languages.ts';
import type { PictureFiles } from './page-parts.ts';
import { slabQuality, slabs, veilSize, veils } from './pictures.ts';
import type { renderPage } from './render.tsx';
import { tokenRules } from './tokens.ts';

const here = import.meta.dirname;
const configPath = join(here, 'lingui.config.ts');
const linguiConfig = getConfig({ configPath });
const fontSource = join(here, '../fonts/familjen-grotesk.woff2');
const shortHash = (body: Uint8Array) => createHash('sha256').update(body).digest('hex').slice(0, 8);

interface Light {
  night: string;
  dusk: string;
  key: string;
}

/** Functions of the server's picture code, loaded by path because the web app must not import the server. */
interface Imagery {
  portraitSvg(seed: string, options: { width: number; height: number; pose: string; ribs: number }): string;
  veilWebp(seed: string, options: { width: number; height: number; palette: number }): Promise<Buffer>;
  renderWebp(svg: string, options: { quality: number }): Promise<Buffer>;
  paletteOf(seed: string): number;
  paletteAt(index: number): Light;
}

async function loadImagery(): Promise<Imagery> {
  const folder = join(here, '../../../server/src/platform/imagery');
  const files = ['portrait', 'pictures', 'render', 'palettes'].map((name) => join(folder, `${name}.ts`));
  return Object.assign({}, ...(await Promise.all(files.map((file) => import(pathToFileURL(file).href)))));
}

/** Draws the pictures into `folder`. Returns their file names, and CSS rules with placeholder tones. */
async function drawPictures(folder: string): Promise<{ files: PictureFiles; tones: string }> {
  const imagery = await loadImagery();
  const ribs = 11;
  const drawn = await Promise.all([
    ...slabs.map(async ({ name, seed, ...shape }) => {
      const svg = imagery.portraitSvg(seed, { ...shape, ribs });
      const light = imagery.paletteAt(imagery.paletteOf(seed));
      return { name, light, body: await imagery.renderWebp(svg, { quality: slabQuality }) };
    }),
    ...veils.map(async ({ name, seed, palette }) => ({
      name,
      light: imagery.paletteAt(palette),
      body: await imagery.veilWebp(seed, { ...veilSize, palette }),
    })),
  ]);
  const files: Record<string, string> = {};
  let tones = '';
  for (const { name, light, body } of drawn) {
    const file = `${name}-${shortHash(body)}.webp`;
    await writeFile(join(folder, file), body);
    files[name] = file;
    tones += `.${name}{--night:${light.night};--dusk:${light.dusk};--glow:${light.key}}`;
  }
  return { files, tones };
}

/** Bundles the components into a module that Node can import. */
async function loadRenderer(): Promise<typeof renderPage> {
  const folder = await mkdtemp(join(tmpdir(), 'vlam-landing-'));
  try {
    const bundle = await rolldown({
      input: join(here, 'render.tsx'),
      platform: 'node',
      plugins: [babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { configPath })] })],
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
      // Ignores the "use client" directives of three packages.
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    });
    const file = join(folder, 'render.mjs');
    await bundle.write({ file, format: 'esm', codeSplitting: false });
    await bundle.close();
    return ((await import(pathToFileURL(file).href)) as { renderPage: typeof renderPage }).renderPage;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Compiled messages by language, in English where untranslated. Throws when a message cannot be compiled. */
async function compileTexts(): Promise<Record<string, Record<string, string>>> {
  const texts: Record<string, Record<string, string>> = {};
  for (const catalog of await getCatalogs(linguiConfig)) {
    const sources = await catalog.read('en');
    for (const { code } of languageList) {
      const translations = await catalog.read(code);
      const messages = Object.entries(sources ?? {}).map(([id, { message, translation }]) => [
        id,
        translations?.[id]?.translation || translation || message || id,
      ]);
      const { source, errors } = createCompiledCatalog(code, Object.fromEntries(messages), { namespace: 'json' });
      if (errors[0]) throw new Error(`${code}: ${errors[0].error.message}`);
      texts[code] = (JSON.parse(source) as { messages: Record<string, string> }).messages;
    }
  }
  return texts;
}

const script = async (name: string) =>
  (
    await transform(await readFile(join(here, name), 'utf8'), { loader: 'ts', minify: true, format: 'iife' })
  ).code.trim();

async function styleSheet(tones: string): Promise<string> {
  const names = ['base', 'header', 'hero', 'sections', 'footer'];
  const files = await Promise.all(names.map((name) => readFile(join(here, `styles/${name}.css`), 'utf8')));
  const own = files.join('') + tones;
  const tokens = tokenRules(await readFile(join(here, '../styles/tokens.css'), 'utf8'), own);
  return (await transform(tokens + own, { loader: 'css', minify: true, target: 'chrome111' })).code.trim();
}

const cspHash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

function contentSecurityPolicy(styleHashes: readonly string[], scriptHashes: readonly string[]): string {
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`).join(' ');
  return [
    "default-src 'none'",
    `script-src ${quoted(scriptHashes)}`,
    `style-src ${quoted(styleHashes)}`,
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    // For auditing tools that read /robots.txt from the page; the page's own scripts fetch nothing.
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Builds the page in every language under `outDir`; about two seconds. Throws when a text, rule or picture fails. */
export async function buildLanding(outDir: string): Promise<void> {
  const folder = join(outDir, 'landing');
  await mkdir(folder, { recursive: true });
  await mkdir(join(outDir, 'assets'), { recursive: true });
  const fontBody = await readFile(fontSource);
  const font = `assets/familjen-grotesk-${shortHash(fontBody)}.woff2`;
  await writeFile(join(outDir, font), fontBody);

  const [{ files, tones }, render, texts] = await Promise.all([drawPictures(folder), loadRenderer(), compileTexts()]);
  const [css, early, late] = await Promise.all([styleSheet(tones), script('early.ts'), script('late.ts')]);
  const parts = { css, early, late, font, files };
  for (const { code } of languageList) {
    const html = render(code as Language, texts[code] ?? {}, parts);
    for (const inline of [css, early, late]) if (!html.includes(inline)) throw new Error('An inline part was escaped');
    await writeFile(join(folder, code === 'en' ? 'index.html' : `index.${code}.html`), html);
  }
  const styleHashes = [cspHash(css)];
  const scriptHashes = [cspHash(early), cspHash(late)];
  const policy = contentSecurityPolicy(styleHashes, scriptHashes);
  await writeFile(join(folder, 'csp.json'), JSON.stringify({ policy, styleHashes, scriptHashes }));
  const fill = await transform(await readFile(join(here, 'fill.ts'), 'utf8'), { loader: 'ts' });
  await writeFile(join(folder, 'fill.mjs'), fill.code);
}
