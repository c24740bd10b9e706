import type { Finding } from '../rules/types.ts';

/** A reason why a document is not valid as an e-invoice, with the field of the request that it comes from. */
export interface DocumentFinding extends Omit<Finding, 'xpath'> {
  /** The element of the XML; null if the finding is about data that the XML does not contain. */
  xpath: string | null;
  /** The path of the field in the request; null for data of the company's record and for computed amounts. */
  field: string | null;
}
