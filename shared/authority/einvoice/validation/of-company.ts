import type { DocumentFinding } from './finding.ts';

/**
 * The business terms of the company's own record: the seller (BG-4) without the contact's name (BT-41), which is in the request;
 * its bank account (BG-17); and the buyer (BG-7), since findings about a buyer have no field only if the company is the buyer, in a
 * self-billed invoice.
 */
const TERMS: ReadonlySet<string> = new Set(
  'BG-4 BG-5 BT-27 BT-28 BT-29 BT-30 BT-31 BT-32 BT-33 BT-34 BT-35 BT-36 BT-37 BT-38 BT-39 BT-40 BT-42 BT-43 BT-162 BT-84 BT-85 BT-86 BG-7 BG-8 BT-44 BT-45 BT-46 BT-47 BT-48 BT-49 BT-50 BT-51 BT-52 BT-53 BT-54 BT-55 BT-56 BT-57 BT-58 BT-163'.split(
    ' ',
  ),
);

/** Whether a finding without a field of the request is about the company's own record. */
export const isOfCompany = ({ businessTerm }: Pick<DocumentFinding, 'businessTerm'>): boolean => TERMS.has(businessTerm ?? '');
