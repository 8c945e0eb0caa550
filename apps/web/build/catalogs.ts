import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

/**
 * Compiles `locales/<language>.po` with every message the sources hold at this moment. A message that the file does not
 * know yet, or knows without a translation, reads in English; so a build never depends on an extraction done before it.
 */
export function catalogs(configPath: string): Plugin {
  const config = getConfig({ configPath });
  let collecting: Promise<Record<string, string>> | undefined;

  async function sourceMessages(): Promise<Record<string, string>> {
    const messages: Record<string, string> = {};
    for (const catalog of await getCatalogs(config))
      for (const [id, entry] of Object.entries((await catalog.collect()) ?? {})) messages[id] = entry.message ?? id;
    return messages;
  }

  return {
    name: 'vlam-catalogs',
    buildStart() {
      collecting = undefined;
    },
    transform: {
      filter: { id: /\.po$/ },
      async handler(_source, file) {
        collecting ??= sourceMessages();
        const messages = { ...(await collecting) };
        const locale = file.replace(/^.*\/(\w+)\.po$/, '$1');
        for (const catalog of await getCatalogs(config))
          for (const [id, entry] of Object.entries((await catalog.read(locale)) ?? {}))
            if (id in messages && entry.translation) messages[id] = entry.translation;
        const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' });
        if (errors.length > 0) this.error(`${locale}: ${errors.map((each) => each.error.message).join('; ')}`);
        return { code: source, map: null, moduleType: 'js' };
      },
    },
  };
}
