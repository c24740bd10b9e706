import type { DocumentFinding } from './finding.ts';

/** The seller (BG-4), but for its contact's name (BT-41), which the request gives; its bank account (BG-17). */
const TERMS: ReadonlySet<string> = new Set(
  'BG-4 BG-5 BT-27 BT-28 BT-29 BT-30 BT-31 BT-32 BT-33 BT-34 BT-35 BT-36 BT-37 BT-38 BT-39 BT-40 BT-42 BT-43 BT-162 BT-84 BT-85 BT-86'.split(
    ' ',
  ),
);

/** Whether a finding that comes from no field of a request is about what the company's own record says. */
export const isOfCompany = ({ businessTerm }: Pick<DocumentFinding, 'businessTerm'>): boolean => TERMS.has(businessTerm ?? '');
