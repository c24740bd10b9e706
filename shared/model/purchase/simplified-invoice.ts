import { type Big, decimal } from '#shared/base/kernel/money.ts';
import type { PublishedRate } from '../exchange-rate.ts';

/**
 * Up to which amount a till receipt counts as a simplified invoice, with which VAT can be deducted. Data with their source, in the order of their
 * dates: a change of the law is a line here.
 */
interface SimplifiedInvoiceLimit {
  /** The first issue date that it applies to, `YYYY-MM-DD`. */
  from: string;
  /** The limit in euro with VAT, for all suppliers. */
  euro: string;
  /** The limit for suppliers that an order of the minister of finance allows it. */
  byOrderEuro: string;
  source: string;
}

const SIMPLIFIED_INVOICE_LIMITS: readonly SimplifiedInvoiceLimit[] = [
  {
    from: '2016-01-01',
    euro: '100',
    byOrderEuro: '400',
    source:
      'Codul fiscal, art. 319 (12) a) and (13) a); with the rate of art. 290; the buyer’s tax number on the receipt: art. 299 (1), norms pct. 69 (6) ' +
      '(contabilul.manager.ro 19461 and 27559, infotva.manager.ro 24000, magazinsalajean.ro of February 2024)',
  },
];

/**
 * Warnings about a receipt that is above the limit. Pure.
 *
 * @param totalLei with VAT
 * @param euro the rate of the euro for its tax point; undefined: not known, nothing is checked
 */
export function receiptWarnings(totalLei: Big, issueDate: string, euro: PublishedRate | undefined): string[] {
  const limit = SIMPLIFIED_INVOICE_LIMITS.findLast(({ from }) => from <= issueDate);
  if (!limit || !euro || totalLei.lte(decimal(limit.euro).times(euro.rate))) return [];
  return [
    totalLei.lt(decimal(limit.byOrderEuro).times(euro.rate))
      ? `groups: the receipt is above ${limit.euro} EUR: it is a simplified invoice only where an order of the minister allows that up to ${limit.byOrderEuro} EUR (Codul fiscal, art. 319 (13)); else ask the supplier for an invoice.`
      : `groups: the receipt is not below ${limit.byOrderEuro} EUR and no simplified invoice (Codul fiscal, art. 319 (12), (13)): ask the supplier for an invoice, without which its VAT cannot be deducted.`,
  ];
}
