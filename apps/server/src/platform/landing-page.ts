import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { WebFile, WebFiles } from './web-files.ts';

const compress = promisify(brotliCompress);

/** Counts from rows; `earnings` in rand. */
export interface LandingFigures {
  creators: number;
  members: number;
  earnings: number;
  languages: number;
}

interface FillModule {
  fillLanding(
    template: string,
    figures: LandingFigures,
    options: { demo: boolean; openDemo: boolean; origin: string },
  ): string;
}

export interface LandingPage {
  policy: string;
  file: WebFile;
}

export interface LandingSources {
  files: WebFiles;
  folder: string;
  demo: boolean;
  openDemo: boolean;
  origin: string;
  figures(): Promise<LandingFigures>;
}

/**
 * The landing page in one language with current counts; null when it is not built. It is rendered and compressed again
 * only when a count or the build has changed.
 */
export function createLandingPage({ files, folder, demo, openDemo, origin, figures }: LandingSources) {
  const cache = new Map<string, { state: string; template: WebFile; file: WebFile }>();
  let filler: { of: WebFile; module: Promise<FillModule> } | undefined;

  return async (language: string): Promise<LandingPage | null> => {
    const translated = /^(af|zu|xh)$/.test(language) ? await files.get(`landing/index.${language}.html`) : null;
    const template = translated ?? (await files.get('landing/index.html'));
    const policyFile = template && (await files.get('landing/csp.json'));
    if (!template || !policyFile) return null;
    const { policy } = JSON.parse(policyFile.body.toString()) as { policy: string };
    const counts = await figures();
    const state = JSON.stringify(counts);
    const key = translated ? language : 'en';
    const cached = cache.get(key);
    if (cached?.state === state && cached.template === template) return { policy, file: cached.file };
    // The module belongs to its build: each build is imported under an address of its own.
    const address = `${pathToFileURL(join(folder, 'landing/fill.mjs')).href}?${performance.now()}`;
    if (filler?.of !== policyFile) filler = { of: policyFile, module: import(address) as Promise<FillModule> };
    const { fillLanding } = await filler.module;
    const body = Buffer.from(fillLanding(template.body.toString(), counts, { demo, openDemo, origin }));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    const file = { type: template.type, body, brotli: await compress(body, { params }) };
    cache.set(key, { state, template, file });
    return { policy, file };
  };
}
