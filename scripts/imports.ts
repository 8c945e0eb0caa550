export interface SourceFile {
  /** From the root, with forward slashes. */
  path: string;
  text: string;
}

/** Every module named by an import or export, type-only ones too. */
export function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const statements =
    /(?:^|[\n;])\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[\n;])\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;
  return [...code.matchAll(statements)].map((found) => found[1] ?? found[2] ?? found[3] ?? '');
}
