/** Declarations of the block that `selector` opens at the top level, name to value. */
function declarationsOf(source: string, selector: string): Map<string, string> {
  const found = new Map<string, string>();
  const plain = source.replace(/\/\*[\s\S]*?\*\//g, '');
  // Blocks inside a media query are indented, and so are left alone.
  for (const [, opened, body] of plain.matchAll(/^([^@{}\s][^{}\n]*?)\s*\{([^{}]*)\}/gm))
    if (opened === selector)
      for (const [, name, value] of (body ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g))
        if (name && value) found.set(name, value.trim());
  return found;
}

/**
 * The design's values that `css` uses, and no others, as rules: dark for the page and for `.dark`, light where the
 * theme says so. `source` is styles/tokens.css. Throws when `css` uses a value that has no declaration in either.
 */
export function tokenRules(source: string, css: string): string {
  const dark = declarationsOf(source, ':root');
  const light = declarationsOf(source, '[data-theme="light"]');
  const used = new Set<string>();
  const take = (text: string) => {
    for (const [, name] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (!name || used.has(name)) continue;
      const value = dark.get(name);
      if (value === undefined && css.includes(`${name}:`)) continue;
      if (value === undefined) throw new Error(`styles/tokens.css has no ${name}`);
      used.add(name);
      take(value);
    }
  };
  take(css);
  const list = (values: Map<string, string>) =>
    [...used].flatMap((name) => (values.has(name) ? [`${name}:${values.get(name)}`] : [])).join(';');
  return `:root,.dark{color-scheme:dark;${list(dark)}}[data-theme=light]{color-scheme:light;${list(light)}}`;
}
