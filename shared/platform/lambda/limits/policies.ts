import { setting } from '#shared/platform/settings/settings.ts';

/** All rate limits of the service. Those by address are the ones of REQ-65, REQ-66. */

/** A token bucket: it holds at most `size` tokens and regains `refill` tokens every `everySeconds`. */
export interface TokenBucket {
  size: number;
  refill: number;
  everySeconds: number;
}

/** A sliding window: at most `limit` times within any span of `seconds`. */
export interface Window {
  limit: number;
  seconds: number;
}

/** General limits per IP address. */
export const BUCKETS = {
  unauthenticated: { size: 10_000, refill: 100, everySeconds: 300 },
  authenticated: { size: 50_000, refill: 500, everySeconds: 120 },
} satisfies Record<string, TokenBucket>;

/** Which general bucket counts a request: `authenticated` only once the credential is verified, not whenever one is sent. */
export type Tier = keyof typeof BUCKETS;

/** Limits per IP address on individual endpoints. */
export const WINDOWS = {
  login: { limit: 5, seconds: 60 },
  register: { limit: 10, seconds: 3600 },
  mfaVerify: { limit: 5, seconds: 60 },
  idp: { limit: 10, seconds: 60 },
  passkeyLogin: { limit: 10, seconds: 60 },
  passkeyLoginOptions: { limit: 10, seconds: 60 },
  resendConfirmation: { limit: 10, seconds: 3600 },
  forgotPassword: { limit: 3, seconds: 900 },
  resetPassword: { limit: 3, seconds: 900 },
  contact: { limit: 3, seconds: 3600 },
  licensingValidate: { limit: 10, seconds: 3600 },
  share: { limit: 60, seconds: 60 },
} satisfies Record<string, Window>;

export type WindowName = keyof typeof WINDOWS;

/** Limits per account (attempts.ts). */
export const ATTEMPTS = {
  /** Passwords, counted by the email as typed: an email without an account is limited like any other, so it reveals nothing. */
  password: { limit: 50, seconds: 3600 },
  /**
   * One-time and backup codes, counted by account. The limit is low because a code has only 10^6 values: guessing for a whole day
   * succeeds with a probability of about 1 in 10,000.
   */
  code: { limit: 30, seconds: 86_400 },
} satisfies Record<string, Window>;

export type Guessable = keyof typeof ATTEMPTS;

/**
 * How many of one function that hashes passwords for callers without a session may run at once, on a stage with
 * `reserveConcurrency`: hashing costs 19 MiB and about 0.1 s of a CPU, and anybody can ask for it.
 */
export const HASHING_CONCURRENCY = 20;

/** Mails of one kind to one email address, from all requesters together (ACC-10). */
export const MAILS_PER_ADDRESS: Window = { limit: 3, seconds: 3600 };

/** Invitations (ORG-16). Each mails a stranger a name that the inviter chose, so they invite spam. */
export const INVITATIONS = {
  inviter: { limit: 50, seconds: 3600 },
  organization: { limit: 100, seconds: 3600 },
  /** Per invited email address, across all organizations. */
  address: { limit: 3, seconds: 3600 },
} satisfies Record<string, Window>;

/** Repeated mails of one invitation, not counting the first. */
export const INVITATION_RESENDS: Window = { limit: 3, seconds: 3600 };

/**
 * Recipients of mails with documents, per organization, copies included (OUT-43).
 * One mail has at most 41: the addressee, 20 copies named in the request, and 20 copies set for the company.
 */
export const DOCUMENT_MAIL_RECIPIENTS: Window = { limit: 100, seconds: 3600 };

/** Limits per company. */
export const COMPANY_WINDOWS = {
  csvExports: { limit: 10, seconds: 3600 },
  zipExports: { limit: 5, seconds: 3600 },
  /** Upload forms. The window equals the lifetime of a form, so at most `limit` forms are valid at any time. */
  startedUploads: { limit: 50, seconds: 900 },
} satisfies Record<string, Window>;

/** Bytes of announced uploads per company in a day (UTC); files that never become an attachment are stored for a day. */
export const UPLOADED_BYTES = { limit: 10 * 2 ** 30, seconds: 86_400 };

/**
 * Limits per company on expensive requests, so that one tenant cannot use up shared capacity: the PDF renderer, the validator of
 * the official rules, reads of the table. The contract does not set these limits; they are far above normal use.
 */
export const COMPANY_BUCKETS = {
  /** PDFs rendered within a request. PDFs for issued invoices, mails and archives are rendered from queues and not counted. */
  pdfRenders: { size: 1_000, refill: 100, everySeconds: 60 },
  templatePreviews: { size: 600, refill: 60, everySeconds: 60 },
  fullValidations: { size: 3_000, refill: 300, everySeconds: 60 },
  seriesAudits: { size: 600, refill: 60, everySeconds: 60 },
} satisfies Record<string, TokenBucket>;

export type CompanyBucketName = keyof typeof COMPANY_BUCKETS;

/**
 * A deployment behind a gateway with its own rate limits may switch the limits per IP address off. Limits per account, email
 * address or company always apply, because no gateway can count those.
 */
export const addressLimitsAreOff = (): boolean => setting('RATE_LIMITS') === 'off';
