import type { FiscalRole } from '#shared/model/fiscal/operations.ts';

/** What reports do not count, as texts of their answers (`leftOut`), so that nobody takes a sum for all that the books have. */

const DOCUMENTS: Record<FiscalRole, string> = {
  sale: 'Sales by till receipts are not counted.',
  purchase: 'Purchases that neither came by the tax authority nor were entered are not counted.',
};

/** Of the journal of sales or purchases. */
export const leftOutOfDocuments = (role: FiscalRole): string[] => [DOCUMENTS[role]];

const PAYMENTS = 'Advances without an invoice, and payments that were not recorded here, are not counted.';

/** Of what is open on documents of clients or suppliers: ledgers, open balances, statements. */
export const leftOutOfBalances = (role: FiscalRole): string[] => [DOCUMENTS[role], PAYMENTS];

/** Of the sales of a period. */
export const leftOutOfSales = (): string[] => [
  DOCUMENTS.sale,
  'What was paid in the period of earlier documents is not in what was collected.',
];
