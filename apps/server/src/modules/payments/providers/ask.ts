import { AppError } from '../../../platform/errors.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';
import { countProviderCall } from '../../../platform/process-figures.ts';

/** External dependencies of the adapters; tests bring their own. */
export interface ProviderDependencies {
  fetch: typeof fetch;
  logger: Logger;
}

export interface Answer {
  status: number;
  text: string;
}

const timeoutMs = 10_000;
/** Longer responses are refused. */
const maxLength = 1_000_000;

/**
 * Sends a request to a provider, with a timeout of 10 seconds and without following redirects. Throws `UNAVAILABLE`
 * without a response or for a 5xx; returns a refusal (4xx).
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
    if (response.status < 500 && response.status !== 429) {
      countProviderCall(provider, response.status < 400 ? 'answered' : 'refused');
      return { status: response.status, text };
    }
    countProviderCall(provider, 'failed');
    logger.warn('payment provider failed', { code: provider, status: response.status });
  } catch (error) {
    countProviderCall(provider, 'unreachable');
    logger.warn('payment provider unreachable', { code: provider, ...errorFields(error) });
  }
  throw new AppError('UNAVAILABLE');
}

/** The JSON of a response; `undefined` when it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An error that only an operator can fix; logged. */
export function unavailable(logger: Logger, provider: string, why: string): AppError {
  logger.warn(why, { code: provider });
  return new AppError('UNAVAILABLE');
}
