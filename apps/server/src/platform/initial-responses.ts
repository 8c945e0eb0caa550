import { operations } from '@vlam/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type InitialOperation =
  | 'currentUser'
  | 'creditBalance'
  | 'discoveryCounters'
  | 'heatMap'
  | 'available'
  | 'ownAvailability'
  | 'ownLocation';

/** Operations the shell requests on every screen, and those that home requests as well. */
const shellOperations: readonly InitialOperation[] = ['currentUser', 'creditBalance'];
const homeOperations: readonly InitialOperation[] = [
  'discoveryCounters',
  'heatMap',
  'available',
  'ownAvailability',
  'ownLocation',
];
/** A response that takes longer is left out, and the app requests it itself: a slow one must not delay the page. */
const timeoutMs = 250;

/** Response bodies by operation name, as JSON; refused or late ones are missing. */
export type InitialResponses = Partial<Record<InitialOperation, string>>;

/**
 * Requests a screen's first operations in the viewer's name. Each request passes the same guard, rate budget and
 * contract as the browser's own, only without the network.
 */
export async function requestInitialResponses(
  app: FastifyInstance,
  request: FastifyRequest,
  isHome: boolean,
): Promise<InitialResponses> {
  const { cookie, host, 'user-agent': agent, 'x-forwarded-for': forwarded } = request.headers;
  const headers = {
    ...(cookie ? { cookie } : {}),
    ...(host ? { host } : {}),
    ...(agent ? { 'user-agent': agent } : {}),
    ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
  };
  const remoteAddress = request.socket.remoteAddress ?? '';
  const fetchResponse = async (name: InitialOperation): Promise<[InitialOperation, string] | null> => {
    const response = await app.inject({ method: 'GET', url: operations[name].path, headers, remoteAddress });
    return response.statusCode === 200 ? [name, response.body] : null;
  };
  const requests = [...shellOperations, ...(isHome ? homeOperations : [])].map(withTimeout(fetchResponse));
  return Object.fromEntries((await Promise.all(requests)).filter((response) => response !== null));
}

/** The same call; returns null when it fails or exceeds the timeout. */
function withTimeout<Input, Output>(call: (input: Input) => Promise<Output | null>) {
  return async (input: Input): Promise<Output | null> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((done) => {
      timer = setTimeout(done, timeoutMs, null);
    });
    try {
      return await Promise.race([call(input).catch(() => null), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * A data block for the page, empty without responses. Its content can end neither the block nor, copied into a script,
 * a line.
 */
export function initialResponsesBlock(responses: InitialResponses): string {
  const parts = Object.entries(responses).map(([name, body]) => `${JSON.stringify(name)}:${body}`);
  if (parts.length === 0) return '';
  const json = `{${parts.join(',')}}`.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="application/json" id="answers">${json}</script>`;
}

/**
 * Preload hint for the first portrait of available people; the page decides when to fetch it (`build/early.js` of the
 * web app).
 */
export function pictureHint(responses: InitialResponses): string {
  if (!responses.available) return '';
  const [first] = JSON.parse(responses.available) as { portraitUrl: string }[];
  return first ? `<link data-picture as="image" href="${attribute(first.portraitUrl)}">` : '';
}

const attribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
