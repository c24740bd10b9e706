import type { LineExtensions } from './extensions.ts';
import type { TransportLineFields } from './transport.ts';
import type { StatedVatCategory } from './vat/categories.ts';

/** What the caller stated about a line, corrected and completed, before amounts are computed. */
export interface LineInput {
  description: string;
  quantity: string;
  /** Net price, or gross when `vatIncluded`. */
  unitPrice: string;
  unitOfMeasure: string;
  /** Percentage, e.g. "21". */
  vatRate: string;
  vatCategoryCode: StatedVatCategory;
  vatRateId: string | null;
  /** Label of the VAT rate when the line was made. */
  vatRateName: string | null;
  productId: string | null;
  productCode: string | null;
  productName: string | null;
  /** Fixed discount on the line, in the price's terms (gross when `vatIncluded`); null when none was given. */
  discount: string | null;
  discountPercent: string | null;
  vatIncluded: boolean;
  /**
   * RON for one unit of the document's currency, at which the VAT of this line is counted in lei: that of the advance which it settles.
   * Absent: as `lineRate` says.
   */
  exchangeRate?: string;
  ublExtensions: LineExtensions | null;
}

/** A stored line of a document of any kind. */
export interface DocumentLine extends LineInput {
  id: string;
  lineNumber: number;
  /** The discount that was applied, positive, in the price's terms. */
  discountAmount: string;
  /** Net amount (BT-131). */
  subtotal: string;
  /** The line's share of its group's VAT. */
  vatAmount: string;
  total: string;
  /** What is declared of the goods: lines of delivery notes alone. */
  transport?: TransportLineFields;
}
