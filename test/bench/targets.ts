import type { Cost } from './measure.ts';

/**
 * DynamoDB calls that wait for each other: one round trip of admission, one of the endpoint's own reads; for what writes, one more, the
 * transaction. The two round trips of reads are not one: a rejected request must read no more than admission does (refused.ts).
 */
export const ROUND_TRIPS = { read: 2, write: 3 };

/** Why an endpoint waits once more. */
const CAUSES = {
  unchanged:
    'What one transaction changes in two places is read in one of them before and after the other, to see that it did not change meanwhile.',
  found: 'A token, an address, a state or a passkey says whose record it is, so that is looked up first.',
  named: 'A record that is read first names the records to read.',
  counted:
    'A try, a PDF, or a call of the tax authority or a register (for its second or day, and for the minute of all calls) is counted before it is made.',
  stored: 'That something was used up, is about to happen, or was answered, is stored beside the result.',
} as const;
type Cause = keyof typeof CAUSES;

/** The exceptions: endpoints that need more round trips, with the cause of each of these. */
const EXCEPTIONS: Record<string, Cause[]> = {
  'allocations-remove': ['named'],
  'auth-login': ['found', 'counted'],
  'auth-mfa-verify': ['counted'],
  'auth-passkey-login-options': ['found'],
  'auth-passkey-login': ['found'],
  'auth-idp': ['found'],
  'auth-forgot-password': ['counted'],
  'auth-resend-confirmation': ['counted'],
  'me-totp-disable': ['counted'],
  'me-backup-codes-regenerate': ['counted'],
  'me-remove': ['counted', 'named'],
  'members-list': ['named'],
  'members-update': ['named'],
  'members-remove': ['named'],
  'invitations-create': ['named'],
  'companies-create': ['counted', 'counted'],
  'companies-refresh-registry': ['counted', 'counted'],
  'companies-set-active': ['named'],
  'clients-create': ['counted', 'counted'],
  'clients-from-registry': ['counted', 'counted'],
  'clients-taxauth-lookup': ['counted'],
  'deadlines-list': ['named', 'named'],
  'events-list': ['named'],
  'events-get': ['named'],
  'document-series-audit': ['named', 'counted'],
  'exports-csv': ['named', 'counted'],
  'invoices-submit': ['stored', 'counted', 'counted'],
  'invoices-upload': ['stored', 'counted', 'counted'],
  'invoice-emails-defaults': ['named'],
  'proforma-emails-defaults': ['named'],
  'delivery-note-emails-defaults': ['named'],
  'proforma-invoices-list': ['named'],
  'proforma-invoices-pdf': ['counted'],
  'proforma-invoices-convert': ['named'],
  'delivery-notes-list': ['named'],
  'delivery-notes-pdf': ['counted'],
  'delivery-notes-convert': ['named'],
  'delivery-notes-bulk-convert': ['named'],
  'delivery-notes-from-proforma': ['named'],
  'payments-propose': ['named'],
  'purchases-create': ['named', 'named'],
  'purchases-remove': ['named'],
  'purchases-update': ['named', 'named', 'named'],
  'receipts-cancel': ['named'],
  'receipts-get': ['named'],
  'recurring-invoices-get': ['named'],
  'recurring-invoices-list': ['named'],
  'recurring-invoices-issue-now': ['named'],
  'recurring-invoices-toggle': ['named'],
  'reports-balance': ['unchanged', 'unchanged', 'named', 'named'],
  'reports-cash-journal': ['named'],
  'reports-control-file': ['counted', 'named', 'named', 'named'],
  'reports-exchange-differences': ['unchanged', 'unchanged', 'named', 'named'],
  'reports-ledger': ['unchanged', 'unchanged', 'named', 'named'],
  'reports-sales': ['named', 'named'],
  'reports-series-decision': ['named'],
  'reports-statement': ['unchanged', 'unchanged', 'named', 'named'],
  'reports-statement-email': ['unchanged', 'unchanged', 'named', 'named', 'named'],
  'share-view': ['found'],
  'share-pdf': ['found', 'named'],
  'share-xml': ['found'],
  'pages-shared-document': ['found'],
  'taxauth-vat-status': ['counted', 'counted'],
  'taxauth-save-token': ['named', 'counted', 'counted'],
  'taxauth-remove-token': ['named', 'named'],
  'taxauth-validate-cif': ['named', 'counted', 'counted', 'counted', 'counted', 'stored'],
  'taxauth-connect-callback': ['found', 'stored', 'counted', 'named', 'counted', 'counted'],
};

/**
 * Endpoints with two chains of calls side by side: these share round trips only where they overlap in time, so on some machines there
 * is one fewer.
 */
const SIDE_BY_SIDE = ['taxauth-validate-cif'];

type Called = Pick<Cost, 'name' | 'writes'>;

/** The names of the endpoints that are exceptions. */
export const exceptions = Object.keys(EXCEPTIONS);

/** Why an endpoint takes more round trips than others; an empty text if it does not. */
export const reasonsOf = (name: string): string => [...new Set(EXCEPTIONS[name])].map(cause => CAUSES[cause]).join(' ');

export const roundTripsAllowed = ({ name, writes }: Called): number =>
  (writes ? ROUND_TRIPS.write : ROUND_TRIPS.read) + (EXCEPTIONS[name]?.length ?? 0);

/** The least that an endpoint takes, if it is an exception: an exception that is not needed any more must be removed. */
export const fewestRoundTrips = (called: Called): number =>
  EXCEPTIONS[called.name] ? roundTripsAllowed(called) - (SIDE_BY_SIDE.includes(called.name) ? 1 : 0) : 0;

/** One sentence for each target that a call exceeds. */
export const beyond = (cost: Cost): string[] => [
  ...(cost.roundTrips > roundTripsAllowed(cost)
    ? [`${cost.name} takes ${cost.roundTrips} round trips of DynamoDB calls; the target is ${roundTripsAllowed(cost)}.`]
    : []),
  ...(cost.scans > 0 ? [`${cost.name} scans the table.`] : []),
];
