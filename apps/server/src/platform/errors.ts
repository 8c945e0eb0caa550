import { type ErrorCode, errorCatalogue } from '@vlam/contract/errors';
import { translated, type Words } from './words.ts';

/** An expected refusal. Status and message come from the catalogue; `details` may name fields. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  /** The message, which itself is English, in the reader's language. */
  readonly words: Words;

  constructor(
    code: ErrorCode,
    options: { message?: string | Words; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    const message = options.message ?? errorCatalogue[code].message;
    super(
      typeof message === 'function' ? message('en') : message,
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.words = typeof message === 'function' ? message : (language) => translated(message, language);
    this.name = 'AppError';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.details = options.details;
  }
}
