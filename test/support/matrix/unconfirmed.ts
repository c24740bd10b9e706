import { GUARDED } from './endpoints.ts';

/**
 * * What an account may change before its email is confirmed, by area and verb of the endpoints. Everything else that changes something
 * is 403 `sender_not_verified` (test/api/all-endpoints/unconfirmed.test.ts): endpoints that send mails, publish, or have effects beyond
 * the account's session. A new endpoint that writes needs a line here or `confirmedEmail` in its definition.
 */
const MAY_CHANGE: Readonly<Record<string, string>> = {
  // Its own account and organization, and ending what exists.
  me: 'update remove remove-passkey end-session end-other-sessions backup-codes-regenerate totp-disable totp-enable totp-setup',
  passkey: 'register register-options',
  invitations: 'accept cancel',
  members: 'update remove',
  organizations: 'update',
  licensing: 'create-key revoke-key',
  'api-tokens': 'revoke revoke-all',
  'share-links': 'revoke',
  webhooks: 'remove',
  'invoice-emails': 'cancel-scheduled',
  // The company and its catalogue. Mails with these templates, and transfers to these accounts, need a document that is sent to somebody.
  companies:
    'set-period-lock create update remove release restore set-active toggle-sync refresh-registry upload-logo remove-logo',
  'bank-accounts': 'create update remove',
  clients: 'create update remove bulk-delete from-registry',
  suppliers: 'create update remove bulk-delete',
  products: 'create update remove bulk-delete',
  imports: 'create',
  'vat-rates': 'create update remove',
  'document-series': 'create update remove set-default',
  'email-templates': 'create update remove preview',
  'pdf-template-config': 'update preview',
  'reminder-settings': 'update',
  // Documents: drafting, issuing, and the statutory declarations. The authority requires a connection that a confirmed person has made.
  invoices:
    'create batch update remove issue storno correct settle-advances cancel restore validate verify-signature submit bulk-submit upload answer',
  purchases: 'create update remove import',
  payments: 'create remove propose',
  receipts: 'create cancel',
  allocations: 'create remove',
  attachments: 'create remove start-upload complete-upload',
  'proforma-invoices': 'create update remove send accept reject cancel convert',
  'delivery-notes':
    'create update remove issue cancel restore storno convert bulk-convert from-proforma change-transport validate-transport submit-transport',
  'transport-declarations': 'create confirm correct delete vehicle',
  'recurring-invoices': 'create update remove toggle issue-now',
  sync: 'trigger',
  taxauth: 'remove-token',
  exports: 'zip',
  reports: 'save-opening vat-comparison',
};

/** Reads with an effect: a redirect that begins to connect a company to the tax authority. */
const NO_READ: readonly string[] = ['taxauth-connect'];

const mayChange = new Set(Object.entries(MAY_CHANGE).flatMap(([area, verbs]) => verbs.split(' ').map(verb => `${area}-${verb}`)));

/** Names in the list above that no endpoint has. */
export const unknownNames = (): string[] => [...mayChange].filter(name => !GUARDED.some(one => one.name === name));

/** Whether an account may call the endpoint before its email is confirmed. */
export const mayBeforeConfirmation = ({ name, definition }: (typeof GUARDED)[number]): boolean =>
  definition.method === 'GET' ? !NO_READ.includes(name) : mayChange.has(name);

/** Bodies that need more than the endpoint's others: by endpoint the fields because of which each is rejected. */
export const REFUSED_FIELDS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  'companies-create': [{ emailCc: 'copy@test.example' }, { emailBcc: 'copy@test.example' }],
  'companies-update': [{ emailCc: 'copy@test.example' }, { emailBcc: 'copy@test.example' }],
  'recurring-invoices-create': [{ autoEmailEnabled: true }],
  'recurring-invoices-update': [{ autoEmailEnabled: true }],
  'reminder-settings-update': [{ enabled: true }],
};
