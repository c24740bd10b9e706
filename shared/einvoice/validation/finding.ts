import type { Finding } from '../rules/types.ts';

/** A reason why a document is not valid as an e-invoice, in terms of the request that made it. */
export interface DocumentFinding extends Omit<Finding, 'xpath'> {
  /** The element of the XML; null where the finding is about what the XML does not say. */
  xpath: string | null;
  /** The field's path in the request; null where none made it: the company's own record, or computed figures. */
  field: string | null;
}
