import type { LineExtensions } from './extensions.ts';
import type { TransportLineFields } from './transport.ts';
import type { StatedVatCategory } from './vat/categories.ts';
import type { NotTurnover } from './vat/turnover-kinds.ts';

/** A line of a request with defaults filled in, before its amounts are computed. */
export interface LineInput {
  description: string;
  quantity: string;
  /** Net price, or gross when `vatIncluded`. */
  unitPrice: string;
  unitOfMeasure: string;
  /** Percentage, for example "21". */
  vatRate: string;
  vatCategoryCode: StatedVatCategory;
  vatRateId: string | null;
  /** Label of the VAT rate when the line was created. */
  vatRateName: string | null;
  productId: string | null;
  productCode: string | null;
  productName: string | null;
  /** Fixed discount on the line, net or gross like the price (gross when `vatIncluded`); null for none. */
  discount: string | null;
  discountPercent: string | null;
  vatIncluded: boolean;
  /** What is sold, which decides the VAT between member states; absent: unknown. */
  kind?: 'goods' | 'service';
  /**
   * The exchange rate for the VAT of this line, RON for one unit of the document's currency: that of the advance which the line
   * settles. If absent, `lineRate` (amounts/lei.ts) determines it.
   */
  exchangeRate?: string;
  /** Absent: turnover. */
  turnoverKind?: NotTurnover;
  ublExtensions: LineExtensions | null;
}

/** A stored line of a document of any kind. */
export interface DocumentLine extends LineInput {
  id: string;
  lineNumber: number;
  /** The discount that was applied, positive, net or gross like the price. */
  discountAmount: string;
  /** Net amount (BT-131). */
  subtotal: string;
  /** The line's share of its group's VAT. */
  vatAmount: string;
  total: string;
  /** Data of the goods for transport declarations; only on lines of delivery notes. */
  transport?: TransportLineFields;
}
