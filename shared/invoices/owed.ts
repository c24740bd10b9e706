import type { Invoice } from './model.ts';

/** Of a document, or of its row in a list. */
export type Owed = Pick<Invoice, 'total'> & { payable?: string | null | undefined };

/** What the buyer owes before payments and credit notes; `payable` is stored only where it is not the total. */
export const owedOf = ({ payable, total }: Owed): string => payable ?? total;
