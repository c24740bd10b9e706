import { decimal } from '../../kernel/money.ts';
import type { Invoice } from '../invoice.ts';

/** Of a document, or of its row in a list. */
export type Owed = Pick<Invoice, 'total'> & { payable?: string | null | undefined };

/** What the buyer owes before payments and credit notes; `payable` is stored only where it is not the total. */
export const owedOf = ({ payable, total }: Owed): string => payable ?? total;

type InForce = Owed & Pick<Invoice, 'status' | 'isCreditNote'>;

/** Whether a document asks for money: a cancelled one does not, nor one that pays back, comes to 0 or was prepaid as a whole. */
export const asksForPayment = (document: InForce): boolean =>
  document.status !== 'cancelled' && !document.isCreditNote && decimal(owedOf(document)).gt(0);

/** Whether a document in force pays back: a credit note, a negative invoice, one that more was prepaid on than it comes to. */
export const paysBack = (document: InForce): boolean =>
  document.status !== 'cancelled' && (document.isCreditNote || decimal(owedOf(document)).lt(0));
