import type { DocumentFinding } from './finding.ts';

/**
 * The seller (BG-4), but for its contact's name (BT-41), which the request gives; its bank account (BG-17). And the buyer (BG-7), whose
 * terms come from the request unless the company is the buyer, of a self-billed invoice.
 */
const TERMS: ReadonlySet<string> = new Set(
  'BG-4 BG-5 BT-27 BT-28 BT-29 BT-30 BT-31 BT-32 BT-33 BT-34 BT-35 BT-36 BT-37 BT-38 BT-39 BT-40 BT-42 BT-43 BT-162 BT-84 BT-85 BT-86 BG-7 BG-8 BT-44 BT-45 BT-46 BT-47 BT-48 BT-49 BT-50 BT-51 BT-52 BT-53 BT-54 BT-55 BT-56 BT-57 BT-58 BT-163'.split(
    ' ',
  ),
);

/** Whether a finding that comes from no field of a request is about what the company's own record says. */
export const isOfCompany = ({ businessTerm }: Pick<DocumentFinding, 'businessTerm'>): boolean => TERMS.has(businessTerm ?? '');
