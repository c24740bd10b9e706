import type { DocumentFinding } from './finding.ts';

/** The seller (BG-4) but for its contact's name (BT-41), which the request gives. */
const TERMS: ReadonlySet<string> = new Set(
  'BG-4 BG-5 BT-27 BT-28 BT-29 BT-30 BT-31 BT-32 BT-33 BT-34 BT-35 BT-36 BT-37 BT-38 BT-39 BT-40 BT-42 BT-43 BT-162'.split(' '),
);

/** Whether a finding is about what the company's own record says, which no request of a document carries. */
export const isOfCompany = ({ businessTerm }: Pick<DocumentFinding, 'businessTerm'>): boolean => TERMS.has(businessTerm ?? '');
