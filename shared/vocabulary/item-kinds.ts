/**
 * Every kind of item in the table (`kind` of an item), and what it is. A kind that is not here can be neither written nor routed
 * (outbox/dispatch.ts): it does not compile. docs/table.md has the keys.
 */
export const ITEM_KINDS = {
  // Accounts and access
  account: 'A person who can sign in.',
  email: 'Which account has an email address.',
  'email-confirmation': 'A token that confirms an email address.',
  'password-reset': 'The one token that may choose a new password.',
  session: 'A login.',
  mfa: "An account's second factor.",
  'mfa-challenge': 'A login that waits for its code.',
  passkey: 'A passkey.',
  'passkey-owner': 'Which account has a passkey.',
  'passkey-challenge': 'A ceremony with an authenticator that has begun.',
  'idp-link': 'An identity of the identity provider.',
  'idp-lookup': 'Which account has an identity.',
  'api-token': 'An API key.',
  'api-token-owner': 'Which account has an API key.',
  organization: 'An organization.',
  membership: 'A member of an organization.',
  invitation: 'An invitation into an organization.',
  'license-key': 'A licence key.',
  'published-key': 'A public key that verifies access tokens.',
  secret: 'A secret of the service.',
  // Companies and their records
  company: 'A company.',
  'company-cif': 'Which company of an organization has a tax number.',
  client: 'A client.',
  product: 'A product.',
  series: 'A series of document numbers.',
  'vat-rate': 'A VAT rate.',
  'bank-account': 'A bank account.',
  'email-template': 'A template of mails.',
  'pdf-config': 'How the PDFs of a company look.',
  set: 'The version of a small set of records (store/record-set.ts).',
  unique: 'Which record has a value that no other may have.',
  counter: 'Numbers of records.',
  // Documents
  invoice: 'The header of an invoice or credit note.',
  'invoice-lines': 'A pack of lines.',
  proforma: 'The header of a proforma.',
  'proforma-lines': 'A pack of lines.',
  event: 'An entry of a timeline, with the notifications that follow from it.',
  payment: 'A payment.',
  'credit-note-link': 'A credit note, as its invoice knows it.',
  number: 'A document number that is taken.',
  ticket: 'A place in the queue for a contended transaction.',
  'idempotency-key': 'Which invoice has an `idempotencyKey`.',
  'draft-match': 'Which draft the next equal one would repeat.',
  gone: "A deleted document, until the list's file is made without it.",
  'list-snapshot': "Which file holds the list's columns.",
  submission: 'The intent to submit a document.',
  'follow-up': 'A deferred task (store/deferred-tasks.ts).',
  // What belongs to documents
  attachment: 'An attachment.',
  'attachment-count': 'How many attachments a document has.',
  'removed-attachment': 'An attachment whose bytes are to be discarded.',
  storage: 'Bytes of all attachments of a company.',
  upload: 'A file that is to come by the bucket.',
  'share-link': 'A share link.',
  'share-lookup': 'Which share link a token opens.',
  'share-secret': 'The secret that the tokens of share links are made of.',
  export: 'An archive of documents.',
  'export-file': 'Which archive has a file name.',
  'export-slot': 'A place for an archive that is being made.',
  'export-day': 'How many archives a day has.',
  // Mails and notifications
  mail: 'A mail without a document, to be sent.',
  'invoice-email': 'A mail with a document.',
  'proforma-email': 'A mail with a proforma.',
  'scheduled-email': 'A mail that goes out by itself.',
  'unwanted-address': 'An address that bounced or complained.',
  notification: 'A notification of what is in no timeline.',
  // The tax authority
  'taxauth-token': 'A connection to the tax authority.',
  'taxauth-value': 'Which connection has a token.',
  'taxauth-link': 'Which links a token opens.',
  'taxauth-links': 'Links for the holder of a certificate.',
  'taxauth-state': 'A consent that has begun.',
  'vat-status': 'What the authority said of a tax number.',
  // Requests
  idempotency: 'The answer to an `Idempotency-Key`.',
  'idempotency-part': 'A part of an answer that is too large for one item.',
} as const;

export type ItemKind = keyof typeof ITEM_KINDS;

/** The kinds of headers of documents: those whose lines are items of a kind `<header>-lines`. */
export type HeaderKind = { [Kind in ItemKind]: `${Kind}-lines` extends ItemKind ? Kind : never }[ItemKind];
