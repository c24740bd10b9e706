import type { StatedVatCategory } from '../vat/categories.ts';

/** What a final invoice took off advances, as both documents have it. */

/** An amount of one VAT category and rate; deposits and disbursements are apart (TAX-68). */
export interface GroupAmount {
  category: StatedVatCategory;
  /** Percentage. */
  rate: string;
  /** Positive, with two decimals. */
  amount: string;
  notInBase?: true;
}

/** What a final invoice took off one advance, as the advance has it. */
export interface DrawnBy {
  /** The id of the final invoice. */
  id: string;
  groups: GroupAmount[];
}

/** What a final invoice took off one advance, as the final invoice has it. */
export interface Draw {
  /** The id of the advance. */
  id: string;
  number: string;
  issueDate: string;
  groups: GroupAmount[];
  /** The lines of the final invoice that settle it. */
  lineIds: string[];
}
