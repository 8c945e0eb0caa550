import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { configuredBrowser } from './machine.ts';

const root = join(import.meta.dirname, '../../..');

interface Program {
  executablePath: string;
  env?: Record<string, string>;
}

/** A headless Chromium: the one from npm, unless CHROMIUM names another. Close it in `afterAll`. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const program = await findBrowser();
  return chromium.launch({
    ...options,
    executablePath: program.executablePath,
    // Its own fields for dates and times read the locale here, not from the context of a page.
    env: { ...(program.env ?? process.env), LC_ALL: 'en_ZA.UTF-8', ...options.env },
    args: [
      // Chromium's sandbox does not run as root; these tests open our own pages only.
      '--no-sandbox',
      '--disable-background-networking',
      '--no-first-run',
      // Without a graphics card: a third of the usual 30 frames per second.
      '--use-fake-device-for-media-stream=fps=10',
      '--use-fake-ui-for-media-stream',
      ...(options.args ?? []),
    ],
  });
}

/** Throws one sentence when this machine has no browser and none can be unpacked. */
export async function findBrowser(): Promise<Program> {
  if (configuredBrowser) {
    if (!existsSync(configuredBrowser)) throw new Error(`CHROMIUM: there is no program at ${configuredBrowser}`);
    return { executablePath: configuredBrowser };
  }
  try {
    return await unpackBrowser();
  } catch (error) {
    throw new Error(`No Chromium here: install one, or name it with CHROMIUM (${(error as Error).message})`);
  }
}

async function unpackBrowser(): Promise<Program> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('npm brings one for 64-bit Linux only');
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
  const { version } = JSON.parse(await readFile(join(bin, '../package.json'), 'utf8')) as { version: string };
  const folder = join(root, '.cache', `chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder, bin);
  const { TMPDIR: _temporary, ...env } = process.env as Record<string, string>;
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: await nameFonts(folder) },
  };
}

/** Writes a font configuration for the unpacked fonts: the package's own names other folders, and text without a font has no width. */
async function nameFonts(folder: string): Promise<string> {
  const file = join(folder, 'fonts.conf');
  const dirs = `<dir>${join(folder, 'fonts/fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir>`;
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${dirs}</fontconfig>`,
  );
  return file;
}

/** The package unpacks into TMPDIR without checks, so the folder of a version is created atomically. */
async function unpackInto(folder: string, bin: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium');
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}.`);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = draft;
  try {
    const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(archives.map((name) => inflate(join(bin, name))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    // A concurrent run was faster.
    if (!existsSync(folder)) throw error;
  });
}
