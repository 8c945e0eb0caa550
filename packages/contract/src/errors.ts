/** Every error code, with its HTTP status and the text shown to members. */
export const errorCatalogue = {
  VALIDATION_FAILED: { status: 400, message: 'Please check the highlighted fields' },
  BAD_REQUEST: { status: 400, message: 'This request could not be understood' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid credentials' },
  INSUFFICIENT_CREDITS: { status: 402, message: 'Insufficient credits' },
  MESSAGE_QUOTA_USED: { status: 402, message: "You have used today's free messages. This one costs 2 credits" },
  PAYMENT_METHOD_REQUIRED: { status: 402, message: 'Add a payment method to continue' },
  PAYMENT_DECLINED: { status: 402, message: 'Your payment was declined. Try another method' },
  PAYMENT_PENDING: { status: 409, message: "Your payment isn't confirmed yet. Please don't pay again" },
  PAYOUT_ACCOUNT_REQUIRED: { status: 409, message: 'Add a bank account to be paid out' },
  FORBIDDEN: { status: 403, message: "You don't have permission to do this" },
  VIP_REQUIRED: { status: 403, message: 'This needs a VIP membership' },
  SPENDING_LIMIT_REACHED: { status: 403, message: 'This is over the spending limit you have set' },
  CROSS_SITE_REFUSED: { status: 403, message: 'This request came from another site' },
  IDENTITY_LEVEL_REQUIRED: { status: 403, message: 'X18 opens with identity level 2' },
  AGE_VERIFICATION_REQUIRED: { status: 403, message: 'Please verify your age to continue' },
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Set up a second step first: staff accounts need one' },
  CONSENT_REQUIRED: { status: 403, message: 'This needs your own yes first' },
  STEP_UP_REQUIRED: { status: 403, message: 'Please confirm that it is you' },
  ACCOUNT_SUSPENDED: { status: 403, message: 'This account is suspended' },
  CREATOR_PROFILE_REQUIRED: { status: 403, message: 'Creator Profile Required' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Not found' },
  CONFLICT: { status: 409, message: 'This has changed since you opened it. Please try again' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, message: 'This key was used for another request' },
  REQUEST_IN_PROGRESS: { status: 409, message: 'This request is still being worked on' },
  SUBSCRIPTIONS_STOPPED: { status: 409, message: 'This creator has stopped selling subscriptions' },
  PRICE_CHANGED: { status: 409, message: 'The price has changed' },
  AGE_REVIEW_PENDING: {
    status: 409,
    message: 'A person has to look at your identity document before your account opens',
  },
  ALREADY_VERIFIED: { status: 409, message: 'Your age is already verified' },
  SIGN_IN_EXPIRED: { status: 410, message: 'This took too long. Sign in again' },
  LINK_EXPIRED: { status: 410, message: 'This link has expired or was used before' },
  TOO_LARGE: { status: 413, message: 'This file is too large' },
  UNSUPPORTED_MEDIA: { status: 415, message: 'This kind of file is not supported' },
  INVALID_CODE: { status: 422, message: 'This code is not right, or was used before' },
  VERIFICATION_FAILED: { status: 422, message: 'Verification failed' },
  INVALID_ID_NUMBER: { status: 422, message: 'Invalid South African ID number format' },
  UNDER_AGE: { status: 422, message: 'You must be 18 or older to access this platform' },
  MEDIA_NOT_READY: { status: 422, message: 'This file is still being prepared' },
  MEDIA_KIND_COMING: { status: 422, message: 'This kind cannot be asked for here. Photos can' },
  QUOTA_REACHED: { status: 429, message: 'You have reached the limit for now' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment' },
  NOT_BUILT_YET: { status: 501, message: 'This part is not built yet' },
  PAYMENT_NOT_CONFIGURED: { status: 503, message: 'Payment system not configured. Please contact support.' },
  UNAVAILABLE: { status: 503, message: 'The service is busy. Please try again' },
  INTERNAL: { status: 500, message: 'Something went wrong' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The JSON of every error response. `details.fields` maps a field to its message. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  requestId: string;
  details?: { fields?: Record<string, string>; [key: string]: unknown };
}
