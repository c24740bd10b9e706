import { setting } from '../../settings/settings.ts';

/** Every limit of the service on how often something may be done: interface.md §Limits, and the sections named below. */

/** A token bucket: it holds `size` tokens, and gets `refill` of them back every `everySeconds`. */
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

/** Whose bucket: `authenticated` is for callers whose credential was verified, not for everybody who sends one. */
export type Tier = keyof typeof BUCKETS;

/** Limits per IP address of single endpoints. */
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
  /** Passwords, by the email as typed: an email that nobody has is limited like any other. */
  password: { limit: 50, seconds: 3600 },
  /** One-time and backup codes, by the account. Few, as a code has only 10^6 values: guessing a day long succeeds once in 10,000. */
  code: { limit: 30, seconds: 86_400 },
} satisfies Record<string, Window>;

export type Guessable = keyof typeof ATTEMPTS;

/** Mails of one kind to one address, from all callers together (completions-accounts §2). */
export const MAILS_PER_ADDRESS: Window = { limit: 3, seconds: 3600 };

/** Invitations (decisions.md §Accounts and abuse): each is a mail to a stranger, with a name in it that the inviter chose. */
export const INVITATIONS = {
  inviter: { limit: 50, seconds: 3600 },
  organization: { limit: 100, seconds: 3600 },
  /** Of all organizations together. */
  address: { limit: 3, seconds: 3600 },
} satisfies Record<string, Window>;

/** Mails of one invitation beside the first. */
export const INVITATION_RESENDS: Window = { limit: 3, seconds: 3600 };

/**
 * Recipients of mails with documents, per organization (completions-documents §1.10; decisions.md §Accounts and abuse): to whom they go and who
 * gets copies. One mail has 41 at most: its own, 20 copies that are named, and 20 that are the company's.
 */
export const DOCUMENT_MAIL_RECIPIENTS: Window = { limit: 100, seconds: 3600 };

/** Limits per company. */
export const COMPANY_WINDOWS = {
  csvExports: { limit: 10, seconds: 3600 },
  zipExports: { limit: 5, seconds: 3600 },
  /** Announced uploads: a form is good for as long, so never more of them are open. */
  startedUploads: { limit: 50, seconds: 900 },
} satisfies Record<string, Window>;

/**
 * Limits per company of what costs much to answer, so that one tenant cannot use up what all share: the renderer, the official rules, reads of the
 * table. Of the service's own, for no contract names them: far above what people and their integrations do, and given back by the minute.
 */
export const COMPANY_BUCKETS = {
  /** PDFs that are rendered because somebody asks for one. Those of issues, mails and archives wait their turn elsewhere. */
  pdfRenders: { size: 1_000, refill: 100, everySeconds: 60 },
  templatePreviews: { size: 600, refill: 60, everySeconds: 60 },
  fullValidations: { size: 3_000, refill: 300, everySeconds: 60 },
  seriesAudits: { size: 600, refill: 60, everySeconds: 60 },
} satisfies Record<string, TokenBucket>;

export type CompanyBucketName = keyof typeof COMPANY_BUCKETS;

/**
 * A deployment may run without limits per address behind a gateway that has its own. Limits by account, address of a mail or company
 * hold all the same: no gateway can count those.
 */
export const addressLimitsAreOff = (): boolean => setting('RATE_LIMITS') === 'off';
