import { parseArgs } from 'node:util';

export interface LoadOptions {
  /** A server that runs already; null starts one with the demo world. */
  url: string | null;
  seconds: number;
  /** Members, beside visitors without an account. */
  people: number;
  /** The same seed gives each person the same acts in the same order. */
  seed: number;
}

/** What the command line asks for is not possible; the message is for the person who typed it. */
export class LoadRefusal extends Error {}

/** Names and addresses that no other machine answers. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The origin of an address on this machine. Refuses every other: elsewhere a load is an attack. */
export function requireLoopback(address: string): string {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:') throw new LoadRefusal(`--url ${address}: give it as http://127.0.0.1:PORT`);
  if (!loopback.test(url.hostname))
    throw new LoadRefusal(
      `--url ${address}: only a server on this machine is loaded (127.0.0.1, localhost or [::1]), since it makes accounts, pays and uploads as fast as it is told to`,
    );
  return url.origin;
}

function readNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new LoadRefusal(`--${name} ${text}: a whole number from ${min} to ${max}`);
  return value;
}

/** Reads the arguments of `npm run load`. Throws `LoadRefusal`. */
export function readLoadOptions(args: readonly string[]): LoadOptions {
  const text = { type: 'string' } as const;
  let values: Record<string, string | undefined>;
  try {
    ({ values } = parseArgs({ args: [...args], options: { url: text, seconds: text, people: text, seed: text } }));
  } catch (error) {
    throw new LoadRefusal((error as Error).message);
  }
  return {
    url: values.url === undefined ? null : requireLoopback(values.url),
    seconds: readNumber('seconds', values.seconds ?? '60', 5, 3_600),
    people: readNumber('people', values.people ?? '24', 4, 500),
    seed: readNumber('seed', values.seed ?? '1', 0, 2 ** 31),
  };
}
