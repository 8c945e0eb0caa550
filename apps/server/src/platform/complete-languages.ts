import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { webFolders } from './web-build.ts';

/** Written beside the web app when it is built. */
export const languagesFile = 'languages.json';

/** Languages in which nothing of the built web app is left untranslated; the language it is written in always is one. */
export async function completeLanguages(): Promise<string[]> {
  const text = await readFile(join(webFolders.built, languagesFile), 'utf8').catch(() => null);
  return text === null ? ['en'] : (JSON.parse(text) as string[]);
}
