/** Custom properties of the top-level block with this selector, by name. */
function parseDeclarations(source: string, selector: string): Map<string, string> {
  const declarations = new Map<string, string>();
  const plain = source.replace(/\/\*[\s\S]*?\*\//g, '');
  // Blocks inside a media query are indented, so they do not match.
  for (const [, opened, body] of plain.matchAll(/^([^@{}\s][^{}\n]*?)\s*\{([^{}]*)\}/gm))
    if (opened === selector)
      for (const [, name, value] of (body ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g))
        if (name && value) declarations.set(name, value.trim());
  return declarations;
}

/**
 * Rules with only the design tokens that `css` uses: dark for the page and `.dark`, light for the light theme. `source` is
 * styles/tokens.css. Throws when `css` uses an undeclared token.
 */
export function tokenRules(source: string, css: string): string {
  const dark = parseDeclarations(source, ':root');
  const light = parseDeclarations(source, '[data-theme="light"]');
  const used = new Set<string>();
  const collect = (text: string) => {
    for (const [, name] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (!name || used.has(name)) continue;
      const value = dark.get(name);
      if (value === undefined && css.includes(`${name}:`)) continue;
      if (value === undefined) throw new Error(`styles/tokens.css has no ${name}`);
      used.add(name);
      collect(value);
    }
  };
  collect(css);
  const list = (values: Map<string, string>) =>
    [...used].flatMap((name) => (values.has(name) ? [`${name}:${values.get(name)}`] : [])).join(';');
  return `:root,.dark{color-scheme:dark;${list(dark)}}[data-theme=light]{color-scheme:light;${list(light)}}`;
}
