import { decimal } from '#shared/base/kernel/money.ts';
import type { Invoice } from '../invoice.ts';

/** A document, or its row in a list. */
export type Owed = Pick<Invoice, 'total'> & { payable?: string | null | undefined };

/** The amount that the buyer owes before payments and credit notes. `payable` is stored only if it differs from the total. */
export const owedOf = ({ payable, total }: Owed): string => payable ?? total;

/** The totals of the e-invoice, in the document's currency and with the sign of the document. */
export interface FiscalTotals {
  /** BT-109 */
  subtotal: string;
  /** BT-110 */
  vatTotal: string;
  /** BT-112 */
  total: string;
  /** BT-115 */
  payable: string;
}

type WithFiscal = Pick<Invoice, 'subtotal' | 'vatTotal' | 'total' | 'payable' | 'fiscal'>;

/** The stored totals as those of an e-invoice without allowances, charges and prepaid amount. */
export const storedTotals = ({
  subtotal,
  vatTotal,
  total,
}: Pick<WithFiscal, 'subtotal' | 'vatTotal' | 'total'>): FiscalTotals => ({
  ...{ subtotal, vatTotal, total },
  payable: total,
});

/** The totals of the e-invoice. `fiscal` and `payable` are stored only if they differ from the others. */
export const fiscalTotals = (document: WithFiscal): FiscalTotals => ({
  ...storedTotals(document),
  ...document.fiscal,
  payable: owedOf(document),
});

/** Whether the e-invoice takes back more than it charges (BT-112 below 0). */
export const isNegative = (document: WithFiscal): boolean => decimal(fiscalTotals(document).total).lt(0);

type InForce = Owed & Pick<Invoice, 'status' | 'isCreditNote'>;

/** Whether the buyer has to pay: not for a cancelled document, a credit note, or an amount to pay of 0 or less. */
export const asksForPayment = (document: InForce): boolean =>
  document.status !== 'cancelled' && !document.isCreditNote && decimal(owedOf(document)).gt(0);

/** Whether the seller has to pay: for a credit note or a negative amount to pay, unless cancelled. */
export const paysBack = (document: InForce): boolean =>
  document.status !== 'cancelled' && (document.isCreditNote || decimal(owedOf(document)).lt(0));
