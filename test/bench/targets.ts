import type { Cost } from './measure.ts';

/**
 * DynamoDB calls that wait for each other: one round trip of admission, one of the endpoint's own reads; for what writes, one more, the
 * transaction. The two round trips of reads are not one: a rejected request must read no more than admission does (refused.ts).
 */
export const ROUND_TRIPS = { read: 2, write: 3 };

/**
 * The exceptions: endpoints that need more round trips, with the reason. Two chains of calls that run side by side share a round trip
 * only where they overlap in time; `fewest` says how few an endpoint takes on a machine where they overlap.
 */
export const EXCEPTIONS: Record<string, { roundTrips: number; fewest?: number; why: string }> = {
  'auth-login': {
    roundTrips: 5,
    why: 'The account is found by its address; an attempt is counted before its outcome is returned; the session is written when it is right.',
  },
  'auth-mfa-verify': {
    roundTrips: 4,
    why: 'A try is counted before the code is looked at; the session is written when it is right.',
  },
  'auth-passkey-login-options': { roundTrips: 4, why: 'The account is found by its address, its passkeys by the account.' },
  'auth-passkey-login': { roundTrips: 4, why: 'The passkey is found by the name that the authenticator gives it.' },
  'auth-idp': { roundTrips: 4, why: 'The account is found by the identity or its address.' },
  'auth-forgot-password': {
    roundTrips: 4,
    why: 'The account is found by its address; its mails are counted before one more is asked for.',
  },
  'me-totp-disable': {
    roundTrips: 4,
    why: 'A try is counted before its outcome is known; the change is written when it is right.',
  },
  'me-backup-codes-regenerate': { roundTrips: 4, why: 'As disabling.' },
  'auth-resend-confirmation': {
    roundTrips: 4,
    why: 'The account is found by its address; its mails are counted before one more is asked for.',
  },
  'clients-create': {
    roundTrips: 5,
    why: "The look-up in the authority's register is counted before it is made, for the register's second and then for the minute of all calls: it may wait for its second.",
  },
  'clients-from-registry': { roundTrips: 5, why: 'As a client made by hand.' },
  'clients-taxauth-lookup': { roundTrips: 3, why: 'The look-up is counted as that of a client; there is nothing else to read.' },
  'companies-create': { roundTrips: 5, why: 'As a client.' },
  'companies-refresh-registry': { roundTrips: 5, why: 'As a client.' },
  'taxauth-vat-status': {
    roundTrips: 5,
    why: 'What is not kept is looked up, which is counted as for a client; then it is kept.',
  },
  'companies-set-active': {
    roundTrips: 4,
    why: 'The companies of the organization are found by its list of tax numbers, and read by their keys.',
  },
  'clients-update': { roundTrips: 4, why: 'Which documents follow the client is read when its change is stored.' },
  'document-series-audit': {
    roundTrips: 4,
    why: 'Which documents to read follows from the register of the series; audits are counted before that is done; 25 are read at once.',
  },
  'proforma-invoices-pdf': { roundTrips: 3, why: 'A PDF that is not stored is counted before it is rendered.' },
  'delivery-notes-pdf': { roundTrips: 3, why: 'As of a proforma.' },
  'invoices-submit': {
    roundTrips: 7,
    why: 'The connection follows from the organization of the company. The intent is stored before the upload, its end after it; the upload is counted, for the minute and for the day, before it is made.',
  },
  'share-view': { roundTrips: 4, why: 'No company is known: the token says whose link it is; then the look is noted.' },
  'share-pdf': { roundTrips: 5, why: 'As looking at a link, and the whole document is read to be printed.' },
  'share-xml': { roundTrips: 4, why: 'As looking at a link.' },
  'pages-shared-document': { roundTrips: 4, why: 'As looking at a link.' },
  'pages-unsubscribe': { roundTrips: 3, why: 'No company is known: the token says whose mail it is.' },
  'pages-unsubscribe-now': { roundTrips: 4, why: 'As the page; then the address is listed.' },
  'mail-tracking-open': { roundTrips: 4, why: 'No company is known: the token says whose mail it is; then the open is noted.' },
  'mail-tracking-click': { roundTrips: 4, why: 'As opening a mail.' },
  'invoice-emails-defaults': { roundTrips: 3, why: 'Who the client is follows from the document.' },
  'proforma-emails-defaults': { roundTrips: 3, why: 'As of an invoice.' },
  'delivery-note-emails-defaults': { roundTrips: 3, why: 'As of an invoice.' },
  'proforma-invoices-list': { roundTrips: 3, why: 'Items show the whole header, which the rows of the index do not hold.' },
  'recurring-invoices-create': { roundTrips: 4, why: 'The plan follows from the organization of the company.' },
  'recurring-invoices-get': { roundTrips: 3, why: 'Who the client is follows from the template.' },
  'recurring-invoices-list': {
    roundTrips: 3,
    why: 'The names of clients are read, never copied; which, follows from the templates.',
  },
  'recurring-invoices-issue-now': { roundTrips: 4, why: 'What a document is made of follows from the template.' },
  'recurring-invoices-toggle': { roundTrips: 4, why: 'As reading one.' },
  'webhooks-create': { roundTrips: 4, why: 'The plan follows from the organization of the company.' },
  'transport-declarations-correct': { roundTrips: 4, why: 'The note names the record of its transport.' },
  'transport-declarations-vehicle': { roundTrips: 4, why: 'As of a correction.' },
  'transport-declarations-confirm': { roundTrips: 4, why: 'As of a correction.' },
  'transport-declarations-delete': { roundTrips: 4, why: 'As of a correction.' },
  'delivery-notes-list': { roundTrips: 3, why: 'As of proformas.' },
  'proforma-invoices-convert': { roundTrips: 4, why: 'Which client and products there must be follows from the document.' },
  'delivery-notes-convert': { roundTrips: 4, why: 'As of a proforma.' },
  'delivery-notes-bulk-convert': { roundTrips: 4, why: 'As of a proforma.' },
  'delivery-notes-from-proforma': { roundTrips: 4, why: 'As of a proforma.' },
  'exports-csv': {
    roundTrips: 4,
    why: 'Which documents the table has follows from the list; the export is counted before it is made.',
  },
  'invoices-upload': { roundTrips: 7, why: 'As submit; a draft is issued first, with one transaction more.' },
  'members-list': { roundTrips: 3, why: 'Whose accounts to read follows from the members of the organization of the caller.' },
  'members-update': {
    roundTrips: 4,
    why: 'The member is looked for in the organization of the caller, then the account behind it.',
  },
  'members-remove': { roundTrips: 4, why: 'As changing a member.' },
  'invitations-create': { roundTrips: 4, why: 'What the plan allows follows from the memberships of the caller.' },
  'me-remove': {
    roundTrips: 5,
    why: 'A try is counted before its outcome is known; what is left of the organizations follows from the memberships.',
  },
  'taxauth-save-token': {
    roundTrips: 6,
    why: 'Whether the token is there already is asked when its text is known to be one; the call by which it is tried is counted, for the minute and for the day.',
  },
  'taxauth-remove-token': {
    roundTrips: 5,
    why: 'The token lies with an organization, which follows from the memberships; who loses a connection by it is read then, from the table and not from an index: which companies and members, then the companies and members.',
  },
  'taxauth-validate-cif': {
    roundTrips: 9,
    fewest: 8,
    why: 'The token lies with an organization, which follows from the memberships; the authority and the register are asked side by side, and each call is counted, before the answer is kept.',
  },
  'taxauth-connect-callback': {
    roundTrips: 9,
    why: 'The consent is found by its state and used up before the code is exchanged, which is counted; then a token is saved as above.',
  },
};

export const roundTripsAllowed = ({ name, writes }: Pick<Cost, 'name' | 'writes'>): number =>
  EXCEPTIONS[name]?.roundTrips ?? (writes ? ROUND_TRIPS.write : ROUND_TRIPS.read);

/** One sentence for each target that a call exceeds. */
export const beyond = (cost: Cost): string[] => [
  ...(cost.roundTrips > roundTripsAllowed(cost)
    ? [`${cost.name} takes ${cost.roundTrips} round trips of DynamoDB calls; the target is ${roundTripsAllowed(cost)}.`]
    : []),
  ...(cost.scans > 0 ? [`${cost.name} scans the table.`] : []),
];
