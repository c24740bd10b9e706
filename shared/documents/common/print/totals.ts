import { amount, decimal, sum as sumOf } from '#shared/base/kernel/money.ts';
import { discountTotal } from '#shared/model/amounts/totals.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { PrintedField, PrintedTotals, TotalsRow } from '#shared/output/pdf/document.ts';
import type { PrintedAmounts } from './amounts.ts';
import { fact, present, type Wording } from './wording.ts';

/** What was paid and credited, and what remains to be paid. A value that is null is not printed. */
export interface Settlement {
  paid: string | null;
  credited: string | null;
  remaining: string | null;
}

/**
 * The totals, in the order in which they are summed, and the amount that remains to be paid.
 *
 * @param isOpen whether the document asks the buyer to pay; decides the label of the amount
 */
export function printedTotals(
  {
    currency,
    exchangeRate,
    exchangeRateDate,
    lines,
  }: Pick<InvoiceDocument, 'currency' | 'exchangeRate' | 'exchangeRateDate' | 'lines'>,
  amounts: PrintedAmounts,
  { settlement, isOpen }: { settlement: Settlement; isOpen: boolean },
  { labels, format }: Wording,
): PrintedTotals {
  const discount = decimal(discountTotal(lines)).minus(lineAllowances(amounts));
  const rate = format.plain(exchangeRate);
  const published = exchangeRateDate ? format.date(exchangeRateDate) : null;
  const isChanged = amounts.prepaid !== null || amounts.rounding !== null;
  /** Whether the row of the payable amount is the last one. The last row is emphasized. */
  const isLast = settlement.remaining === null;
  const sum = (label: string, value: string | null, what?: string | null, weight?: TotalsRow['weight']): TotalsRow | null => {
    if (value === null) return null;
    const text = format.sum(value, currency);
    return { label, ...(what ? fact(what, text) : { text }), ...(weight && { weight }) };
  };
  const inLei = (vat: string): TotalsRow[] => [
    { label: labels.vatInLocalCurrency, ...fact('VAT in lei', format.sum(vat, 'RON')), weight: 'minor' },
    {
      label: published === null ? labels.exchangeRate : `${labels.publishedRate} ${published}`,
      text: `1 ${currency} = ${rate} RON`,
      facts: [
        { what: 'exchange rate', text: rate },
        ...(published === null ? [] : [{ what: 'day of the exchange rate', text: published }]),
      ],
      weight: 'minor',
    },
  ];
  const ofPayable = !isChanged ? 'total' : amounts.payable === amounts.total ? null : 'amount to pay';
  return {
    payable: format.sum(amounts.payable, currency),
    rows: present([
      sum(labels.lineTotal, amounts.lineTotal, 'sum of the lines'),
      sum(labels.allowanceTotal, amounts.allowanceTotal, 'allowances'),
      sum(labels.chargeTotal, amounts.chargeTotal, 'charges'),
      sum(labels.subtotal, amounts.net, 'net total', amounts.lineTotal === null ? undefined : 'sum'),
      sum(labels.notInBase, amounts.notInBase, 'not in the VAT base', 'minor'),
      discount.eq(0) ? null : sum(labels.discountTotal, amount(discount), null, 'minor'),
      sum(labels.vatTotal, amounts.vat, 'VAT total'),
      ...(amounts.vatInLei ? inLei(amounts.vatInLei) : []),
      isChanged ? sum(labels.total, amounts.total, 'total', 'sum') : null,
      sum(labels.prepaid, negated(amounts.prepaid), 'prepaid amount'),
      sum(labels.rounding, amounts.rounding, 'rounding'),
      sum(
        isOpen && (isChanged || isLast) ? labels.amountDue : labels.total,
        amounts.payable,
        ofPayable,
        isLast ? 'grand' : 'sum',
      ),
      sum(labels.paid, negated(settlement.paid)),
      sum(labels.credited, negated(settlement.credited)),
      sum(labels.remaining, settlement.remaining, 'balance', 'grand'),
    ]),
  };
}

/** The sum of all line allowances, negative on an invoice. */
const lineAllowances = ({ lines }: PrintedAmounts) =>
  sumOf(lines.flatMap(line => line.adjustments.filter(({ isCharge }) => !isCharge).map(each => each.amount)));

/** Amounts that are subtracted from the total are printed negative. */
const negated = (value: string | null): string | null => value && amount(decimal(value).neg());

/** The amount due, for the head of the document; null when nothing is due. */
export function amountDue(
  { currency }: Pick<InvoiceDocument, 'currency'>,
  { payable }: PrintedAmounts,
  { remaining }: Settlement,
  { labels, format }: Wording,
): PrintedField | null {
  const due = remaining ?? payable;
  if (decimal(due).lte(0)) return null;
  const label = remaining === null ? labels.amountDue : labels.remaining;
  return { label, ...fact('amount due at the head', format.sum(due, currency)), style: 'due' };
}
