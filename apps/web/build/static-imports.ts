import { rolldown } from 'rolldown';
import { operationsTable } from './operations-table.ts';

/** Modules that arrive with `entries`: these files and what they need of their imports, except what loads later. */
export async function staticImports(entries: string[], pure: string[]): Promise<Set<string>> {
  const bundle = await rolldown({
    input: entries,
    platform: 'browser',
    external: /\.(css|po)(\?|$)/,
    treeshake: { manualPureFunctions: pure },
    logLevel: 'silent',
    plugins: [operationsTable(), { name: 'vlam-no-dynamic-imports', resolveDynamicImport: () => false }],
  });
  const { output } = await bundle.generate();
  await bundle.close();
  return new Set(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])));
}
