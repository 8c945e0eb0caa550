import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { webFolders } from './web-build.ts';

/** Written by the build of the web app. */
export const languagesFile = 'languages.json';

/** Languages with no untranslated text in the built web app; English always is one. */
export async function completeLanguages(): Promise<string[]> {
  const text = await readFile(join(webFolders.built, languagesFile), 'utf8').catch(() => null);
  return text === null ? ['en'] : (JSON.parse(text) as string[]);
}
