import { type ErrorCode, errorCatalogue } from '@vlam/contract/errors';

/** An expected refusal. Status and message come from the catalogue; `details` may name fields. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, options: { message?: string; details?: Record<string, unknown>; cause?: unknown } = {}) {
    super(options.message ?? errorCatalogue[code].message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.details = options.details;
  }
}
