/** What an address of this site names. */
export interface Target {
  type: 'content' | 'media' | 'profile' | 'photo' | 'live' | 'bundle';
  id: string;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const whole = new RegExp(`^${uuid}$`);
const byPath: readonly [Target['type'], RegExp][] = [
  ['content', new RegExp(`^/watch/(${uuid})/?$`)],
  ['content', new RegExp(`^/api/content/(?:preview/)?(${uuid})(?:/|$)`)],
  ['media', new RegExp(`^/(?:m|api/media)/(${uuid})(?:/|$)`)],
  ['photo', /^\/img\/o\/([\w-]{22,64}?)-[a-z]+(?:-b)?\.webp$/],
  ['live', new RegExp(`^/live/(${uuid})/?$`)],
  ['profile', new RegExp(`^/(?:profile|profiles|creator|chat)/(${uuid})/?$`)],
];

/** The target of an address as people copy it, with or without its origin; null for other sites and other pages. */
export function parseTarget(address: string, publicUrl: string): Target | null {
  const site = new URL(publicUrl);
  const text = address.trim();
  const url = URL.parse(
    /^[a-z]+:\/\//i.test(text) ? text : `${site.protocol}//${text.replace(/^\/*/, `${site.host}/`)}`,
  );
  const own = URL.parse(text.startsWith(`${site.host}/`) ? `${site.protocol}//${text}` : '') ?? url;
  if (!own || own.host !== site.host || !/^https?:$/.test(own.protocol)) return null;
  const item = own.searchParams.get('item');
  if (item && whole.test(item)) return { type: 'content', id: item };
  const bundle = own.searchParams.get('bundle');
  if (bundle && whole.test(bundle)) return { type: 'bundle', id: bundle };
  for (const [type, format] of byPath) {
    const id = format.exec(own.pathname)?.[1];
    if (id) return { type, id };
  }
  return null;
}
