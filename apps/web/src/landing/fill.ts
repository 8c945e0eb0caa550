/*
 * Compiled to landing/fill.mjs, which the server imports beside the templates. It imports nothing, so that template and
 * code always come from the same build.
 */

/** Counts as `GET /api/figures` returns them; `earnings` in rand. */
export interface LandingFigures {
  readonly creators: number;
  readonly members: number;
  readonly earnings: number;
  readonly languages: number;
}

export interface LandingOptions {
  /** Shows the mark "Demo data". */
  readonly demo: boolean;
  /** True when other machines can reach the demo; the mark above the page then warns that anyone can sign in. */
  readonly openDemo?: boolean;
  /** Scheme and host, such as `https://vlam.example`, for canonical and alternate links; none without it. */
  readonly origin?: string | undefined;
}

/**
 * Formats a count for a headline: exact under 1,000, then rounded down to hundreds (1900+), to thousands from 10,000
 * (50k+) and to millions (2M+).
 */
export function headlineCount(count: number): string {
  const whole = Number.isFinite(count) ? Math.max(0, Math.floor(count)) : 0;
  if (whole < 1_000) return String(whole);
  if (whole < 10_000) return `${Math.floor(whole / 100) * 100}+`;
  if (whole < 1_000_000) return `${Math.floor(whole / 1_000)}k+`;
  return `${Math.floor(whole / 1_000_000)}M+`;
}

/** Fills a built page with figures, demo marks and links. */
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

/** Hides the count of languages while there is only one. */
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
