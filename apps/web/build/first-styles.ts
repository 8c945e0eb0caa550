/** One rule or at-rule of a style sheet: what stands before its braces, and what is inside. */
interface Block {
  head: string;
  body: string | null;
}

/** Splits minified CSS into its outermost blocks. Braces in strings do not occur in what Tailwind writes. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  let depth = 0;
  let open = 0;
  for (let at = 0; at < css.length; at++) {
    const sign = css[at];
    if (sign === '{' && depth++ === 0) open = at;
    else if (sign === '}' && --depth === 0) {
      blocks.push({ head: css.slice(start, open), body: css.slice(open + 1, at) });
      start = at + 1;
    } else if (sign === ';' && depth === 0) {
      blocks.push({ head: css.slice(start, at + 1), body: null });
      start = at + 1;
    }
  }
  return blocks;
}

const write = ({ head, body }: Block) => (body === null ? head : `${head}{${body}}`);
const unescaped = (name: string) => name.replace(/\\(.)/g, '$1');

/** True when some part of the selector list can match an element that has only `used` classes. */
function isUsed(selectors: string, used: ReadonlySet<string>): boolean {
  const classes = [...selectors.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) => unescaped(name ?? ''));
  return classes.length === 0 || classes.some((name) => used.has(name));
}

function keepUsed(css: string, used: ReadonlySet<string>): string {
  return blocksOf(css)
    .map((block) => {
      if (block.body === null) return write(block);
      if (/^@(media|supports|container|starting-style|layer)/.test(block.head)) {
        const body = keepUsed(block.body, used);
        return body ? write({ head: block.head, body }) : '';
      }
      return block.head.startsWith('@') || isUsed(block.head, used) ? write(block) : '';
    })
    .join('');
}

/** Values for browsers without `@property` (before 2024), which this app does not run on. */
const isFallback = ({ head, body }: Block) =>
  head.trim() === '@layer properties' && body?.startsWith('@supports') === true;

/** The sheet as it is served. */
export function cleanStyles(css: string): string {
  const comment = /\/\*.*?\*\//gs;
  return blocksOf(css.replace(comment, ''))
    .filter((block) => !isFallback(block))
    .map(write)
    .join('');
}

/** The part of a sheet that the given code can use, in the same order; the whole sheet may follow it at any time. */
export function firstStyles(css: string, code: string): string {
  const used = new Set(code.split(/[\s"'`]+/).map(unescaped));
  const kept = keepUsed(css, used);
  const read = new Set([...`${kept} ${code}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  return blocksOf(kept)
    .filter(({ head }) => !head.startsWith('@property') || read.has(head.slice(10).trim()))
    .map((block) => write(isTokens(block) ? { ...block, body: dropUnread(block.body ?? '', read) } : block))
    .join('');
}

const isTokens = ({ head }: Block) => head === ':root' || head === '[data-theme=light]';

/** Leaves out the colours that nothing on this sheet reads: charts, roles, heat. */
function dropUnread(declarations: string, read: ReadonlySet<string | undefined>): string {
  return declarations
    .split(';')
    .filter((each) => !each.startsWith('--') || read.has(each.slice(0, each.indexOf(':'))))
    .join(';');
}
