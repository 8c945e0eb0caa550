import { operations } from '@vlam/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Asked =
  | 'currentUser'
  | 'creditBalance'
  | 'discoveryCounters'
  | 'heatMap'
  | 'available'
  | 'ownAvailability'
  | 'ownLocation';

/** What the shell asks on every screen, and what home asks on top. */
const everywhere: readonly Asked[] = ['currentUser', 'creditBalance'];
const ofHome: readonly Asked[] = ['discoveryCounters', 'heatMap', 'available', 'ownAvailability', 'ownLocation'];
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
    const answer = await app.inject({ method: 'GET', url: operations[name].path, headers, remoteAddress });
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

/** The first portrait of those who are available; the page says when it is fetched (`build/early.js` of the web app). */
export function pictureHint(answers: FirstAnswers): string {
  if (!answers.available) return '';
  const [first] = JSON.parse(answers.available) as { portraitUrl: string }[];
  return first ? `<link data-picture as="image" href="${attribute(first.portraitUrl)}">` : '';
}

const attribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
