import type { ErrorReason, ReasonedCode, ReasonOf } from '#shared/base/vocabulary/error-reasons.ts';

/**
 * The errors that callers of the API can get (REQ-44 to REQ-50). Use cases throw them, and `http/`
 * maps them to responses. `message` is sent to the caller: it says what to change, and never contains secrets.
 */
export type ProblemCode =
  | 'bad_request'
  | 'unauthorized'
  | 'plan_limit'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_error'
  | 'rate_limited'
  | 'internal_error'
  | 'service_unavailable';

export const STATUS_OF: Record<ProblemCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  plan_limit: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_error: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
};

export interface Details {
  /** Machine-readable cause, where a code has several; all are listed in vocabulary/error-reasons.ts. */
  reason?: ErrorReason;
  [name: string]: unknown;
}

/** The details of an error with a given code; `reason` must be one of the code's reasons. */
type DetailsOf<Code extends ReasonedCode> = Details & { reason?: ReasonOf<Code> };

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: Details | FieldErrors | undefined;
  /** Seconds after which the caller may try again (429, 503). */
  readonly retryAfter: number | undefined;
  /** The methods that the path has (405). */
  readonly allow: readonly string[] | undefined;
  /** Whether a status of 5xx is no failure of the service: it is logged as a warning, and rings no alarm. */
  readonly isExpected: boolean;

  constructor(
    code: ProblemCode,
    message: string,
    details?: Details | FieldErrors,
    options: { retryAfter?: number; allow?: readonly string[]; cause?: unknown; isExpected?: boolean } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.details = details;
    this.retryAfter = options.retryAfter;
    this.allow = options.allow;
    this.isExpected = options.isExpected ?? false;
  }

  get status(): number {
    return STATUS_OF[this.code];
  }
}

/** Field path to messages, the `details` of a 422 (and of account endpoints' 400). */
export type FieldErrors = Record<string, string[]>;

export const badRequest = (message: string, details?: DetailsOf<'bad_request'> | FieldErrors): Problem =>
  new Problem('bad_request', message, details);
export const unauthorized = (message = 'Missing or invalid authentication token.'): Problem =>
  new Problem('unauthorized', message);
export const forbidden = (reason: ReasonOf<'forbidden'>, message: string, details?: Omit<Details, 'reason'>): Problem =>
  new Problem('forbidden', message, { reason, ...details });
export const notFound = (what: string): Problem => new Problem('not_found', `${what} not found.`);
/** 405. @param allow the methods that the path has, of which there is at least one */
export const methodNotAllowed = (path: string, allow: readonly string[]): Problem =>
  new Problem('method_not_allowed', `${path} answers ${allow.join(', ')}.`, undefined, { allow });
/** Returns the record. @param what name of the resource in the message @throws 404 when the record is undefined */
export function found<T>(record: T | undefined, what: string): T {
  if (record === undefined) throw notFound(what);
  return record;
}
export const conflict = (message: string, details?: DetailsOf<'conflict'>): Problem => new Problem('conflict', message, details);
/**
 * 402: the plan does not allow it (ORG-38).
 *
 * @param limit null when the plan does not include the feature at all
 */
export const planLimit = (feature: string, limit: number | null, plan: string): Problem =>
  new Problem(
    'plan_limit',
    limit === null ? `${feature} is not in the plan ${plan}.` : `The plan ${plan} allows ${limit} (${feature}).`,
    { feature, limit, plan },
  );
export const gone = (message: string): Problem => new Problem('gone', message);
export const validation = (message: string, fields: DetailsOf<'validation_error'> | FieldErrors): Problem =>
  new Problem('validation_error', message, fields);
export const invalidFields = (fields: FieldErrors): Problem =>
  new Problem('validation_error', `Invalid: ${Object.keys(fields).join(', ')}.`, fields);
export const rateLimited = (message: string, retryAfter: number, details?: Details): Problem =>
  new Problem('rate_limited', message, details, { retryAfter });
/** 503 for what will be available again. @param options.retryAfter seconds after which the caller may try again */
export const unavailable = (message: string, options: { retryAfter: number; cause?: unknown; isExpected?: boolean }): Problem =>
  new Problem('service_unavailable', message, undefined, options);
/** 503 for what the stage does not have: without `Retry-After`, since waiting does not help. */
export const notConfigured = (message: string): Problem => new Problem('service_unavailable', message);
