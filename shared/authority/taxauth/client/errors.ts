import type { AuthorityLimit } from '#shared/authority/calls/limits.ts';

/**
 * Errors of calls to the tax authority. State machines match on their names, the API maps the classes to answers. The most
 * important difference is whether the authority may have accepted an upload. Messages never contain a token.
 *
 * Each class sets `name` to a literal, because the bundler shortens the class names in deployed functions.
 */
export abstract class TaxauthError extends Error {
  abstract override readonly name: string;
}

/** The authority could not be reached, or reported a failure of its own: it accepted nothing, and the call can be retried. */
export class TaxauthUnavailable extends TaxauthError {
  override readonly name = 'TaxauthUnavailable';
}

/** The request was sent and no usable answer came: an upload may have been accepted. Look for it before retrying. */
export class TaxauthAnswerLost extends TaxauthError {
  override readonly name = 'TaxauthAnswerLost';
}

/** A download is no archive, or an unusable one. Its name stays `TaxauthAnswerLost`: state machines treat both alike. */
export class TaxauthArchiveUnusable extends TaxauthAnswerLost {}

/** A limit is reached, by this service's count or by the authority's answer (429, or a text in a 200). Nothing was accepted. */
export class TaxauthRateLimited extends TaxauthError {
  override readonly name = 'TaxauthRateLimited';
  /** Seconds to wait before the next call. */
  readonly retryAfter: number;
  /** The operation that is limited, `calls` for the limit of all calls; null where that is unknown. */
  readonly limit: AuthorityLimit | null;

  constructor(message: string, retryAfter: number, limit: AuthorityLimit | null = null) {
    super(message);
    this.retryAfter = retryAfter;
    this.limit = limit;
  }
}

/** The call is not allowed. `token`: it is expired, revoked or unknown; `access`: it gives no access to the tax id or message. */
export class TaxauthUnauthorized extends TaxauthError {
  override readonly name = 'TaxauthUnauthorized';
  readonly reason: 'token' | 'access';

  constructor(message: string, reason: 'token' | 'access') {
    super(message);
    this.reason = reason;
  }
}

/** The authority read the request and refused it: an unchanged retry would be refused too. */
export class TaxauthRefused extends TaxauthError {
  override readonly name = 'TaxauthRefused';
  /** The authority's texts, at least one. */
  readonly errors: string[];
  /** Index of the earlier upload, if the authority refused the document because it was sent before; else null. */
  readonly duplicateOf: string | null;

  constructor(errors: string[]) {
    super(`The tax authority refused the request: ${errors.join('; ')}`);
    this.errors = errors;
    this.duplicateOf = duplicateOf(errors);
  }
}

/** The upload is not recorded: the state machine makes up for it. */
export class NotUploaded extends TaxauthError {
  override readonly name = 'NotUploaded';

  constructor() {
    super('The document is not uploaded yet.');
  }
}

/** A step reached a rate limit of the authority: its state machine reads the wait from the message, and repeats the step after it. */
export class Postponed extends TaxauthError {
  override readonly name = 'Postponed';

  constructor(limit: AuthorityLimit | null, waitSeconds: number) {
    super(`A limit of the tax authority is reached (${limit ?? 'unknown'}): again in ${waitSeconds} s`);
  }
}

const DUPLICATE = /a mai fost transmis\S* anterior cu index\s*=\s*(\d+)/i;

/**
 * The index of the earlier, accepted upload if one of the authority's texts says that the document was sent before
 * ("Factura a mai fost transmisa anterior cu index=… si data incarcare=…"); null otherwise. The text is an error of the
 * answer archive, because the authority checks this only after it has accepted the upload.
 */
export function duplicateOf(errors: readonly string[]): string | null {
  for (const error of errors) {
    const index = DUPLICATE.exec(error)?.[1];
    if (index) return index;
  }
  return null;
}
