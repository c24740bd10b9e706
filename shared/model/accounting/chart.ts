import type { PaymentMethod } from '../payment.ts';

/**
 * Accounts of the Romanian general chart that hand-over files use unless a company says otherwise (COM-89). What a purchase is used for is on no
 * invoice, so its account has none here; nor has a line of which nobody knows whether goods or a service are sold.
 */

interface ChartOfAccounts {
  /** The first day on which documents use it. */
  from: string;
  source: string;
  customer: string;
  supplier: string;
  customerAdvance: string;
  supplierAdvance: { goods: string; service: string };
  revenue: { goods: string; service: string };
  vatCollected: string;
  vatDeductible: string;
  vatNotDue: string;
  /** Of payments in lei, and in another currency; a method without one has no account. */
  treasury: Partial<Record<PaymentMethod, { lei: string; foreign?: string }>>;
}

/** Charts by the day from which they hold, the latest first. */
const CHARTS: readonly ChartOfAccounts[] = [
  {
    from: '2015-01-01',
    source:
      'OMFP 1802/2014, general chart of accounts: 4111, 401, 419, 4091, 4092, 707 (goods), 704 (services), 4427, 4426, 4428, 5121, 5124, 5311, 5314, 5125, 5112; ' +
      'read on 29.11.2026 at planuldeconturi.ro/clasa/4 and starthub.ro/articol/planul-de-conturi-1-4',
    customer: '4111',
    supplier: '401',
    customerAdvance: '419',
    supplierAdvance: { goods: '4091', service: '4092' },
    revenue: { goods: '707', service: '704' },
    vatCollected: '4427',
    vatDeductible: '4426',
    vatNotDue: '4428',
    treasury: {
      bank_transfer: { lei: '5121', foreign: '5124' },
      cash: { lei: '5311', foreign: '5314' },
      card: { lei: '5125' },
      cheque: { lei: '5112' },
    },
  },
];

/** The chart of a day (`YYYY-MM-DD`); that of the first day for earlier ones. */
export const chartOn = (day: string): ChartOfAccounts =>
  CHARTS.find(({ from }) => from <= day) ?? (CHARTS.at(-1) as ChartOfAccounts);
