import { AppError } from '../../../platform/errors.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';

/** What adapters need of the world; tests bring their own. */
export interface ProviderDependencies {
  fetch: typeof fetch;
  logger: Logger;
}

export interface Answer {
  status: number;
  text: string;
}

const timeoutMs = 10_000;
/** No answer of a provider that we understand is longer. */
const maxLength = 1_000_000;

/**
 * Asks a provider, within 10 seconds and without following it elsewhere. Throws `UNAVAILABLE` when no answer comes or
 * the provider itself fails; a refusal (4xx) is an answer.
 */
export async function ask(
  { fetch, logger }: ProviderDependencies,
  provider: string,
  url: string,
  init: RequestInit = {},
): Promise<Answer> {
  try {
    const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(timeoutMs) });
    const text = (await response.text()).slice(0, maxLength);
    if (response.status < 500 && response.status !== 429) return { status: response.status, text };
    logger.warn('payment provider failed', { code: provider, status: response.status });
  } catch (error) {
    logger.warn('payment provider unreachable', { code: provider, ...errorFields(error) });
  }
  throw new AppError('UNAVAILABLE');
}

/** The JSON of an answer; `undefined` for anything that is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A refusal that only an operator can do something about. */
export function unavailable(logger: Logger, provider: string, why: string): AppError {
  logger.warn(why, { code: provider });
  return new AppError('UNAVAILABLE');
}
