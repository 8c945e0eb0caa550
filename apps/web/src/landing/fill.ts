/*
 * The server takes this file compiled, as landing/fill.mjs beside the templates it fills. It imports nothing, so that a
 * template and what fills it always come from the same build.
 */

/** Counts from rows, as `GET /api/figures` answers them; `earnings` in rand. */
export interface LandingFigures {
  readonly creators: number;
  readonly members: number;
  readonly earnings: number;
  readonly languages: number;
}

export interface LandingOptions {
  /** Shows the mark "Demo data". */
  readonly demo: boolean;
  /** Other machines reach the demo: the mark above the page says that anyone can sign in. */
  readonly openDemo?: boolean;
  /** Scheme and host, as in `https://vlam.example`: with it the page names its own address in each language. */
  readonly origin?: string | undefined;
}

/**
 * A count the way a headline says it: exact under 1,000, then rounded down to hundreds (1900+), to thousands from
 * 10,000 (50k+) and to millions (2M+). Never more than is true.
 */
export function headlineCount(count: number): string {
  const whole = Number.isFinite(count) ? Math.max(0, Math.floor(count)) : 0;
  if (whole < 1_000) return String(whole);
  if (whole < 10_000) return `${Math.floor(whole / 100) * 100}+`;
  if (whole < 1_000_000) return `${Math.floor(whole / 1_000)}k+`;
  return `${Math.floor(whole / 1_000_000)}M+`;
}

/** A built page with its figures, its demo mark and its own addresses in place. */
export function fillLanding(template: string, figures: LandingFigures, options: LandingOptions): string {
  const { demo, openDemo = false, origin } = options;
  const texts: Record<string, string> = {
    creators: headlineCount(figures.creators),
    members: headlineCount(figures.members),
    earnings: `R${headlineCount(figures.earnings)}`,
    languages: String(figures.languages),
  };
  const language = /<html lang="(\w+)/.exec(template)?.[1] ?? 'en';
  return (figures.languages > 1 ? template : withoutLanguages(template))
    .replace(/(data-figure="(\w+)">)[^<]*/g, (_all, start: string, name: string) => start + (texts[name] ?? ''))
    .replace(/<p class="demo(?: (open|closed))?">.*?<\/p>/gs, (mark, kind?: string) =>
      demo && (!kind || kind === (openDemo ? 'open' : 'closed')) ? mark : '',
    )
    .replace(/<meta name="addresses"[^>]*>/, () => (origin ? addresses(origin, language) : ''));
}

/** One language is nothing to be proud of. */
const withoutLanguages = (template: string): string =>
  template.replace(/<div><dt>[^<]*<\/dt><dd data-figure="languages">[^<]*<\/dd><\/div>/, '');

function addresses(origin: string, language: string): string {
  const home = origin.replace(/\/+$/, '').replace(/["<>&]/g, '');
  const of = (code: string) => `${home}/${code === 'en' ? '' : `?lang=${code}`}`;
  const others = ['en', 'af', 'zu', 'xh'].map((code) => `<link rel="alternate" hreflang="${code}" href="${of(code)}">`);
  return [
    `<link rel="canonical" href="${of(language)}">`,
    ...others,
    `<meta property="og:url" content="${of(language)}">`,
    `<meta property="og:image" content="${home}/icons/icon-512.png">`,
  ].join('');
}
