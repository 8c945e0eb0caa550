import { operations } from '@vlam/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Asked = 'currentUser' | 'creditBalance' | 'discoveryCounters' | 'contentFeed';

/** What the shell asks on every screen, and what home asks on top. */
const everywhere: readonly Asked[] = ['currentUser', 'creditBalance'];
const ofHome: readonly Asked[] = ['discoveryCounters', 'contentFeed'];
/** The app reads the feed ten items at a time. */
const queries: Partial<Record<Asked, string>> = { contentFeed: '?limit=10' };
/** An answer that takes longer is left out, and the app asks for it itself: the page must not wait for a slow one. */
const patienceMs = 250;

/** Bodies of the first answers by operation name, as JSON; those that were refused or late are missing. */
export type FirstAnswers = Partial<Record<Asked, string>>;

/**
 * Asks for the first answers of a screen in the viewer's name. Each call enters the program as the browser's own would,
 * through the same guard, budget and contract, only without the way over the network.
 */
export async function firstAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  isHome: boolean,
): Promise<FirstAnswers> {
  const { cookie, host, 'user-agent': agent, 'x-forwarded-for': forwarded } = request.headers;
  const headers = {
    ...(cookie ? { cookie } : {}),
    ...(host ? { host } : {}),
    ...(agent ? { 'user-agent': agent } : {}),
    ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
  };
  const remoteAddress = request.socket.remoteAddress ?? '';
  const ask = async (name: Asked): Promise<[Asked, string] | null> => {
    const url = operations[name].path + (queries[name] ?? '');
    const answer = await app.inject({ method: 'GET', url, headers, remoteAddress });
    return answer.statusCode === 200 ? [name, answer.body] : null;
  };
  const asked = [...everywhere, ...(isHome ? ofHome : [])].map(soon(ask));
  return Object.fromEntries((await Promise.all(asked)).filter((answer) => answer !== null));
}

/** The same call, answering null when it fails or takes longer than the page waits. */
function soon<Input, Output>(call: (input: Input) => Promise<Output | null>) {
  return async (input: Input): Promise<Output | null> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((done) => {
      timer = setTimeout(done, patienceMs, null);
    });
    try {
      return await Promise.race([call(input).catch(() => null), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A data block for the page, empty without answers. Nothing in it can end the block or, copied into a script, a line. */
export function answersBlock(answers: FirstAnswers): string {
  const parts = Object.entries(answers).map(([name, body]) => `${JSON.stringify(name)}:${body}`);
  if (parts.length === 0) return '';
  const json = `{${parts.join(',')}}`.replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="application/json" id="answers">${json}</script>`;
}

/** The first picture of the feed; the page says when it is fetched (`build/early.js` of the web app). */
export function pictureHint(answers: FirstAnswers): string {
  if (!answers.contentFeed) return '';
  const [first] = (JSON.parse(answers.contentFeed) as { items: FeedPicture[] }).items;
  if (!first || (first.sources.length === 0 && !first.previewUrl)) return '';
  const locked = first.isLocked || !first.mediaUrl;
  const source = locked
    ? `href="${attribute(first.previewUrl)}"`
    : `type="image/avif" imagesrcset="${attribute(first.sources.map(({ avif, width }) => `${avif} ${width}w`).join(', '))}" imagesizes="${feedSizes}"`;
  return `<link data-picture as="image" ${source}>`;
}

interface FeedPicture {
  sources: { width: number; avif: string }[];
  mediaUrl: string | null;
  previewUrl: string;
  isLocked: boolean;
}

/** The same text as on the card, or the browser would choose, and fetch, two files. */
const feedSizes = '(min-width: 1024px) 640px, calc(100vw - 32px)';
const attribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
