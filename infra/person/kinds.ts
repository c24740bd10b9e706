import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';

/** What the erasure of a person does with a kind of item. The type of `TREATMENTS` requires an entry for every kind. */
export type Treatment = {
  /**
   * `removed`: the person's own item is deleted; one that only mentions them is reduced.
   * `account`: is deleted or made anonymous by the transaction that closes the account.
   * `reduced`: the person's name and contact data are removed from it.
   * `stays`: is not changed.
   * `expires`: is not changed, and is deleted by its TTL.
   */
  treatment: 'removed' | 'account' | 'reduced' | 'stays' | 'expires';
  /** Why it is held or may stay, as a text for the person who asks. */
  why: string;
};

const ACCOUNT = { treatment: 'account', why: 'Part of an account, held while there is one (GDPR art. 6 (1) b).' } as const;
const CREDENTIAL = {
  treatment: 'removed',
  why: 'Lets the person sign in, or confirm that they are who they say (GDPR art. 6 (1) b).',
} as const;
const CONTACT = { treatment: 'reduced', why: "A company's record of whom it trades with (GDPR art. 6 (1) b, f)." } as const;
const MAIL = {
  treatment: 'reduced',
  why: 'Which mails a company sent with its documents, and what came of them (GDPR art. 6 (1) f).',
} as const;
const BY_WHOM = { treatment: 'reduced', why: 'Says which member of a company did something (GDPR art. 6 (1) f).' } as const;
const DOCUMENT = {
  treatment: 'stays',
  why:
    'A document of a company with its evidence, or a part of one. What was issued is kept for 5 years from 1 July of the next year ' +
    '(Legea 82/1991 art. 25; GDPR art. 17 (3) b); drafts and proformas are removed by the company that wrote them.',
} as const;
const OPENING = {
  treatment: 'stays',
  why:
    'What a company was owed, or owed, when it began with the service: accounting evidence, kept with the name and tax number as documents are ' +
    '(Legea 82/1991 art. 25; GDPR art. 17 (3) b, e).',
} as const;
const CREDIT = {
  treatment: 'stays',
  why:
    'What a client paid a company, and what of it is credit: accounting evidence, kept with the name and tax number as documents are ' +
    '(Legea 82/1991 art. 25; GDPR art. 17 (3) b, e).',
} as const;
const STATING = {
  treatment: 'reduced',
  why:
    'A document of a company. What was issued is kept with what it states for 5 years from 1 July of the next year (Legea 82/1991 art. 25; ' +
    'GDPR art. 17 (3) b); what it does not state is removed. Drafts and proformas are removed by the company that wrote them.',
} as const;
const COMPANY = {
  treatment: 'stays',
  why: "A company's own record or text, changed by its members; it is not the person's.",
} as const;
const PASSING = {
  treatment: 'expires',
  why: 'Work on its way, or a lookup of it: gone by itself once it is done, after a day at the latest.',
} as const;
const ARCHIVE = {
  treatment: 'expires',
  why: 'That a company asked for an archive of its documents, by number and name of the file: gone by itself after 90 days at the latest.',
} as const;
const THIRTY_DAYS = {
  treatment: 'expires',
  why: 'What integrations of a company were sent, or are to be: gone by itself after 30 days.',
} as const;
const SANDBOX = {
  treatment: 'expires',
  why: 'What a sandbox company sent to the simulator: gone by itself after 60 days.',
} as const;
const NOTHING = { treatment: 'stays', why: 'Not expected to hold data of a person: to be looked at by hand.' } as const;

export const TREATMENTS: Record<ItemKind, Treatment> = {
  account: ACCOUNT,
  email: ACCOUNT,
  membership: ACCOUNT,
  mfa: ACCOUNT,
  passkey: ACCOUNT,
  'passkey-owner': ACCOUNT,
  'idp-link': ACCOUNT,
  'idp-lookup': ACCOUNT,
  'api-token': ACCOUNT,
  'api-token-owner': ACCOUNT,
  'taxauth-token': ACCOUNT,
  'taxauth-value': ACCOUNT,
  'taxauth-links': ACCOUNT,
  'email-confirmation': CREDENTIAL,
  'password-reset': CREDENTIAL,
  session: CREDENTIAL,
  'known-address': {
    treatment: 'removed',
    why: 'That the person has logged in from a network address in the last 30 days, as a hash of it: strangers cannot lock them out there (GDPR art. 6 (1) f).',
  },
  takeover: CREDENTIAL,
  'mfa-challenge': CREDENTIAL,
  'passkey-challenge': CREDENTIAL,
  'taxauth-link': CREDENTIAL,
  'taxauth-state': CREDENTIAL,
  invitation: {
    treatment: 'removed',
    why: 'An invitation into an organization, held for 30 days after its end (GDPR art. 6 (1) f).',
  },
  mail: {
    treatment: 'removed',
    why: 'A mail about an account, or a message to the operator, held for 30 days (GDPR art. 6 (1) b, f).',
  },
  'suppressed-address': {
    treatment: 'removed',
    why: 'That mails to the address bounce, or are not wanted (GDPR art. 6 (1) f). A hash of the address stays, so that it gets no automatic mails.',
  },
  client: CONTACT,
  supplier: CONTACT,
  'invoice-email': MAIL,
  'proforma-email': MAIL,
  'delivery-note-email': MAIL,
  'statement-email': MAIL,
  'mail-readings': {
    treatment: 'removed',
    why: 'When a tracked mail was opened, and what was followed in it; gone by itself 90 days after the mail (GDPR art. 6 (1) f).',
  },
  'recurring-invoice': BY_WHOM,
  'share-link': BY_WHOM,
  export: BY_WHOM,
  'company-purge': BY_WHOM,
  'retention-run': BY_WHOM,
  'period-lock': BY_WHOM,
  'license-key': BY_WHOM,
  invoice: STATING,
  'invoice-lines': DOCUMENT,
  proforma: STATING,
  'proforma-lines': DOCUMENT,
  'delivery-note': STATING,
  'delivery-note-lines': DOCUMENT,
  transport: DOCUMENT,
  event: DOCUMENT,
  payment: DOCUMENT,
  'fiscal-entry': DOCUMENT,
  allocation: CREDIT,
  'client-credit': CREDIT,
  'opening-balance': OPENING,
  'cash-day': DOCUMENT,
  receipt: DOCUMENT,
  'credit-note-link': DOCUMENT,
  attachment: DOCUMENT,
  submission: DOCUMENT,
  'planned-submission': DOCUMENT,
  'note-conversion': DOCUMENT,
  'taxauth-message': DOCUMENT,
  'received-number': DOCUMENT,
  'buyer-answer': DOCUMENT,
  number: DOCUMENT,
  'counter-change': DOCUMENT,
  company: COMPANY,
  organization: COMPANY,
  product: COMPANY,
  series: COMPANY,
  'bank-account': COMPANY,
  'email-template': COMPANY,
  'pdf-config': COMPANY,
  'reminder-settings': COMPANY,
  'recurring-invoice-lines': COMPANY,
  webhook: COMPANY,
  'webhook-health': COMPANY,
  'removed-webhook': THIRTY_DAYS,
  'webhook-message': THIRTY_DAYS,
  'webhook-replay': THIRTY_DAYS,
  'webhook-delivery': THIRTY_DAYS,
  notification: THIRTY_DAYS,
  idempotency: PASSING,
  'idempotency-part': PASSING,
  'deferred-task': PASSING,
  'scheduled-email': {
    treatment: 'expires',
    why: 'Names a document; the address is looked up when it is sent, and is gone by then.',
  },
  'used-id-token': PASSING,
  'removed-attachment': {
    treatment: 'expires',
    why: 'The ids of an attachment that a company removed, so that requests for it learn that it is gone: gone by itself after 10 years.',
  },
  'removed-logo': {
    treatment: 'expires',
    why: 'The file of a logo that a company replaced or removed: gone by itself after 30 days.',
  },
  upload: PASSING,
  ticket: PASSING,
  'export-file': ARCHIVE,
  'export-slot': {
    treatment: 'stays',
    why: 'The id of the archive that a company is making: replaced by its next one, and removed with the data of the company.',
  },
  'export-day': ARCHIVE,
  'published-key': NOTHING,
  secret: NOTHING,
  'purged-series': NOTHING,
  'company-cif': NOTHING,
  'vat-rate': NOTHING,
  set: NOTHING,
  unique: NOTHING,
  counter: NOTHING,
  recurred: NOTHING,
  'idempotency-key': NOTHING,
  'draft-match': NOTHING,
  gone: NOTHING,
  'expired-document': NOTHING,
  'list-snapshot': NOTHING,
  'receipt-day': NOTHING,
  'attachment-count': NOTHING,
  storage: NOTHING,
  'share-lookup': NOTHING,
  'share-secret': NOTHING,
  'daily-run': NOTHING,
  'reminder-parts': NOTHING,
  'webhook-sequence': NOTHING,
  sync: NOTHING,
  'sync-due': NOTHING,
  'sync-count': NOTHING,
  'upload-index': NOTHING,
  'sandbox-message': SANDBOX,
  'sandbox-document': SANDBOX,
  'sandbox-lookup': SANDBOX,
  'vat-status': NOTHING,
  'exchange-rates': NOTHING,
};

/** For the counters of rate limits, which have no kind. */
export const COUNTER: Treatment = {
  treatment: 'removed',
  why: 'How often something was tried, by a hash of the address (GDPR art. 6 (1) f).',
};
