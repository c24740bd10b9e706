import type { ItemKind } from '../vocabulary/item-kinds.ts';

/** What the purge of a company does with each kind of item. A new kind must be added here, or the program does not compile. */
export type PurgeRule =
  /** In the partition of the company: removed with it. */
  | 'purged'
  /** In the partition of the company, and stays there, for the given reason. */
  | { stays: string }
  /** In another partition, and removed with the company (outside.ts, run.ts), under the given conditions. */
  | { removed: string }
  /** In another partition, and not removed, because it is not the company's or expires by itself. */
  | { elsewhere: string };

const PERSON = { elsewhere: "A person's, not a company's." };
const ORGANIZATION = { elsewhere: "The organization's." };
const SERVICE = { elsewhere: "The service's." };

export const PURGE_RULES: Record<ItemKind, PurgeRule> = {
  account: PERSON,
  email: PERSON,
  'email-confirmation': PERSON,
  'password-reset': PERSON,
  session: PERSON,
  'known-address': PERSON,
  mfa: PERSON,
  'mfa-challenge': PERSON,
  passkey: PERSON,
  'passkey-owner': PERSON,
  'passkey-challenge': PERSON,
  'idp-link': PERSON,
  'idp-lookup': PERSON,
  'used-id-token': PERSON,
  'api-token': { elsewhere: 'Keys are of a person in an organization; they name no company.' },
  'api-token-owner': PERSON,
  organization: ORGANIZATION,
  membership: { removed: 'The company is taken off the lists of companies that members reach.' },
  invitation: { elsewhere: 'An invitation ends after 7 days; to reach a company that is purged means nothing.' },
  'license-key': ORGANIZATION,
  'published-key': SERVICE,
  secret: SERVICE,
  company: { stays: 'Reduced to its tax number and when it was deleted: a request to restore it is answered with 410.' },
  'company-cif': { removed: 'Unless the tax number is another company by now; in the transaction that begins the purge.' },
  'company-purge': { stays: 'Who deleted the company, when, and what was waived.' },
  'purged-series': {
    stays: 'Which numbers were given, and the head of the chain of issues: that none is missing stays provable.',
  },
  'removed-logo': 'purged',
  client: 'purged',
  supplier: 'purged',
  product: 'purged',
  series: 'purged',
  'vat-rate': 'purged',
  'bank-account': 'purged',
  'email-template': 'purged',
  'pdf-config': 'purged',
  set: 'purged',
  unique: 'purged',
  counter: 'purged',
  invoice: 'purged',
  'invoice-lines': 'purged',
  proforma: 'purged',
  'proforma-lines': 'purged',
  'delivery-note': 'purged',
  'delivery-note-lines': 'purged',
  transport: 'purged',
  'note-conversion': 'purged',
  'recurring-invoice': 'purged',
  'recurring-invoice-lines': 'purged',
  recurred: 'purged',
  event: 'purged',
  payment: 'purged',
  'credit-note-link': 'purged',
  number: 'purged',
  ticket: 'purged',
  'idempotency-key': 'purged',
  'draft-match': 'purged',
  gone: 'purged',
  'list-snapshot': 'purged',
  submission: 'purged',
  'planned-submission': 'purged',
  'deferred-task': 'purged',
  attachment: 'purged',
  'attachment-count': 'purged',
  'removed-attachment': 'purged',
  storage: 'purged',
  upload: 'purged',
  'share-link': 'purged',
  'share-lookup': { removed: 'With the link that it leads to.' },
  'share-secret': 'purged',
  export: 'purged',
  'export-file': 'purged',
  'export-slot': 'purged',
  'export-day': 'purged',
  mail: 'purged',
  'invoice-email': 'purged',
  'proforma-email': 'purged',
  'delivery-note-email': 'purged',
  'tracking-secret': 'purged',
  'tracked-mail': { removed: 'With the mail that it belongs to.' },
  'scheduled-email': 'purged',
  'suppressed-address': 'purged',
  'reminder-settings': 'purged',
  'daily-run': 'purged',
  'reminder-parts': 'purged',
  webhook: 'purged',
  'removed-webhook': 'purged',
  'webhook-health': 'purged',
  'webhook-sequence': 'purged',
  'webhook-message': 'purged',
  'webhook-replay': 'purged',
  'webhook-delivery': 'purged',
  notification: 'purged',
  sync: 'purged',
  'sync-due': 'purged',
  'taxauth-message': 'purged',
  'received-number': 'purged',
  'upload-index': 'purged',
  'buyer-answer': 'purged',
  'taxauth-token': { removed: 'Where it connects nothing but this tax number, and no other company has that.' },
  'taxauth-value': { removed: 'With its token.' },
  'taxauth-link': { removed: 'While it is active. Others go by themselves 30 days after their end.' },
  'taxauth-links': { removed: 'Those of the company are taken off the lists of members.' },
  'taxauth-state': { elsewhere: 'A consent that has begun ends by itself within minutes.' },
  'vat-status': { elsewhere: 'What the authority says publicly of a tax number, of no company of ours.' },
  'exchange-rates': SERVICE,
  idempotency: 'purged',
  'idempotency-part': 'purged',
};

/** Whether an item of the company's partition stays after the purge. */
export const staysAfterPurge = (kind: ItemKind): boolean => {
  const rule = PURGE_RULES[kind] as PurgeRule | undefined;
  return typeof rule === 'object' && 'stays' in rule;
};
