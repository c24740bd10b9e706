import type { Document } from './document.ts';

/**
 * The areas that are offered unless others are asked for: what a shop or an office does every day. Within them a key has the tools of
 * its scopes. The others are set up once by a person (tokens, connections, templates), or are for those who need them.
 */
const EVERYDAY: ReadonlySet<string> = new Set([
  ...[
    'bank-accounts',
    'clients',
    'companies',
    'deadlines',
    'document-series',
    'events',
    'exports',
    'invoice-defaults',
    'invoice-emails',
  ],
  ...['invoices', 'payments', 'products', 'recurring-invoices', 'reports', 'vat-rates', 'webhooks'],
]);

/** Tools of these areas that are offered only where their area is asked for. */
const SELDOM: ReadonlySet<string> = new Set([
  ...['clients-vies-lookup', 'companies-period-lock', 'companies-set-period-lock', 'document-series-audit'],
  ...['invoice-emails-cancel-scheduled', 'invoices-answer', 'invoices-batch', 'invoices-bulk-submit', 'invoices-correct'],
  ...['invoices-restore', 'invoices-settle-advances', 'invoices-storno', 'invoices-signature', 'invoices-taxauth-response'],
  ...['invoices-upload', 'invoices-verify-signature'],
  'payments-propose',
  ...['reports-balance', 'reports-cash-journal', 'reports-control-file', 'reports-declarations'],
  ...['reports-exchange-differences', 'reports-ledger', 'reports-openings', 'reports-sales', 'reports-save-opening'],
  ...['reports-series-decision', 'reports-statement', 'reports-statement-email', 'reports-vat-comparison'],
  ...['webhooks-delivery-get', 'webhooks-delivery-retry', 'webhooks-regenerate-secret', 'webhooks-replay'],
]);

/** Whether a tool of an area is offered. @param areas those asked for; `all` for every one */
export const isInAreas = (tool: string, area: string, areas: readonly string[] | undefined): boolean =>
  areas === undefined ? EVERYDAY.has(area) && !SELDOM.has(tool) : areas.includes('all') || areas.includes(area);

/** @throws Error when the document has no operations in one of the areas */
export function checkAreas({ paths }: Document, areas: readonly string[] = []): void {
  const known = new Set(
    Object.values(paths).flatMap(operations => Object.values(operations).flatMap(({ tags }) => tags?.[0] ?? [])),
  );
  const unknown = areas.filter(area => area !== 'all' && !known.has(area));
  if (unknown.length > 0) throw new Error(`--areas has ${unknown.join(', ')}; there are all, ${[...known].sort().join(', ')}.`);
}
