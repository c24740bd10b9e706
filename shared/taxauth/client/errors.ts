import type { LimitedOperation } from '../../authority/limits.ts';

/**
 * What can go wrong when the tax authority is asked something. State machines match on the names, the API maps the
 * classes; the difference that matters most is whether an upload may have been taken. Messages never hold a token.
 *
 * Every class writes its name out: in a deployed function the bundler has shortened the names of classes themselves.
 */
export abstract class TaxauthError extends Error {
  abstract override readonly name: string;
}

/** The authority could not be reached, or said that it failed: nothing was taken, the call may simply be repeated. */
export class TaxauthUnavailable extends TaxauthError {
  override readonly name = 'TaxauthUnavailable';
}

/** The request went out and no usable answer came back: an upload may have been taken. Look for it before repeating it. */
export class TaxauthAnswerLost extends TaxauthError {
  override readonly name = 'TaxauthAnswerLost';
}

/** An archive came and is not one, or cannot be used. Who looks at names only sees a lost answer. */
export class TaxauthArchiveUnusable extends TaxauthAnswerLost {}

/** A limit of the authority is reached, by our own count or by its word (429, or a limit's text inside a 200). Nothing was taken. */
export class TaxauthRateLimited extends TaxauthError {
  override readonly name = 'TaxauthRateLimited';
  /** Seconds to wait before the next call. */
  readonly retryAfter: number;
  /** What is limited, where that is known. */
  readonly limit: LimitedOperation | 'calls' | null;

  constructor(message: string, retryAfter: number, limit: LimitedOperation | 'calls' | null = null) {
    super(message);
    this.retryAfter = retryAfter;
    this.limit = limit;
  }
}

/** The call is not allowed: `token` is expired, revoked or unknown; or it is good but holds no right for the tax id or message. */
export class TaxauthUnauthorized extends TaxauthError {
  override readonly name = 'TaxauthUnauthorized';
  readonly reason: 'token' | 'access';

  constructor(message: string, reason: 'token' | 'access') {
    super(message);
    this.reason = reason;
  }
}

/** The authority read the request and refused it; repeating it unchanged is of no use. */
export class TaxauthRefused extends TaxauthError {
  override readonly name = 'TaxauthRefused';
  /** The authority's own texts, at least one. */
  readonly errors: string[];
  /** Upload index of the earlier upload, when the refusal is that the same document was sent before. */
  readonly duplicateOf: string | null;

  constructor(errors: string[]) {
    super(`The tax authority refused the request: ${errors.join('; ')}`);
    this.errors = errors;
    this.duplicateOf = duplicateOf(errors);
  }
}

/** What was sent is still in process at the authority: the state machine asks again later. */
export class StillProcessing extends TaxauthError {
  override readonly name = 'StillProcessing';

  constructor() {
    super('The tax authority has not decided yet.');
  }
}

const DUPLICATE = /a mai fost transmis\S* anterior cu index\s*=\s*(\d+)/i;

/**
 * The upload index of the earlier, accepted upload when one of the authority's texts says that the document was sent
 * before ("Factura a mai fost transmisa anterior cu index=… si data incarcare=…"); null otherwise. The text comes as an
 * error of the answer archive, because the check runs after the upload was taken.
 */
export function duplicateOf(errors: readonly string[]): string | null {
  for (const error of errors) {
    const index = DUPLICATE.exec(error)?.[1];
    if (index) return index;
  }
  return null;
}
