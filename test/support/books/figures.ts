/** Amounts of the books in cents, so that they are added up exactly. */

/** The totals of an e-invoice: BT-109, BT-110, BT-112, BT-115. */
export interface Figures {
  base: number;
  vat: number;
  total: number;
  toPay: number;
}

/** A decimal number as cents. */
export const cents = (value: string | number): number => Math.round(Number(value) * 100) + 0;

/** Cents as the tables of the books write them. */
export const written = (value: number): string => (value / 100).toFixed(2);

type Stated = Record<'base' | 'vat' | 'total', string | number> & { toPay?: string | number };

/** The figures of a row of a table; the amount to pay is the total where the row has no such column. */
export const figuresOf = ({ base, vat, total, toPay = total }: Stated): Figures => ({
  base: cents(base),
  vat: cents(vat),
  total: cents(total),
  toPay: cents(toPay),
});

/** The totals of the e-invoice in an answer of the API: in a document, a row or a sum. */
export const fiscalFiguresOf = (
  answer: Record<'fiscalSubtotal' | 'fiscalVatTotal' | 'fiscalTotal' | 'payableTotal', string | number>,
): Figures =>
  figuresOf({
    base: answer.fiscalSubtotal,
    vat: answer.fiscalVatTotal,
    total: answer.fiscalTotal,
    toPay: answer.payableTotal,
  });

/** Adds amounts to those of a key. */
export function addTo<Sum extends object>(sums: Map<string, Sum>, key: string, added: Sum): void {
  const known = sums.get(key);
  const entries = Object.entries(added).map(([name, value]) => [
    name,
    ((known?.[name as keyof Sum] as number) ?? 0) + (value as number),
  ]);
  sums.set(key, Object.fromEntries(entries) as Sum);
}
