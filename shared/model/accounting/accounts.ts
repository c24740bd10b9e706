import { decimal } from '#shared/base/kernel/money.ts';
import type { PaymentMethod } from '../payment.ts';
import { chartOn } from './chart.ts';

/** The accounts of a company, by which hand-over files are booked (COM-88 to COM-91). Pure. */

/** What an account is used for. */
export const ACCOUNT_USES = [
  'customer',
  'supplier',
  'customer_advance',
  'supplier_advance',
  'revenue',
  'sgr_deposit',
  'disbursement',
  'expense',
  'vat_collected',
  'vat_deductible',
  'vat_not_due',
  'treasury',
] as const;
export type AccountUse = (typeof ACCOUNT_USES)[number];

export const LINE_KINDS = ['goods', 'service'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** The most rules of a company: they are in its record, which every request reads. */
export const MOST_RULES = 100;

/** Three or four digits of the chart, whose first is the class, and analytic accounts behind dots: `707`, `4111.00012`, `707.01.2`. */
export const ACCOUNT = /^[1-9]\d{2,3}(\.[0-9A-Za-z]{1,20}){0,3}$/;

/** Which account is used where all stated conditions hold. */
export interface AccountRule {
  use: AccountUse;
  account: string;
  kind?: LineKind | undefined;
  /** Percentage. */
  vatRate?: string | undefined;
  /** A client or supplier. */
  partnerId?: string | undefined;
  productId?: string | undefined;
  method?: PaymentMethod | undefined;
  currency?: string | undefined;
}

/** What is booked; what is not known is absent, and no condition about it holds. */
export interface Booked {
  use: AccountUse;
  /** `YYYY-MM-DD` */
  day: string;
  kind?: LineKind | undefined;
  vatRate?: string | undefined;
  partnerId?: string | null;
  productId?: string | null;
  method?: PaymentMethod | undefined;
  currency: string;
}

const EQUAL = ['kind', 'partnerId', 'productId', 'method', 'currency'] as const;

const holds = (rule: AccountRule, booked: Booked): boolean =>
  rule.use === booked.use &&
  EQUAL.every(name => rule[name] === undefined || rule[name] === booked[name]) &&
  (rule.vatRate === undefined || (booked.vatRate !== undefined && decimal(rule.vatRate).eq(booked.vatRate)));

/**
 * The account of what is booked: that of the first rule that holds, else that of the chart.
 *
 * @returns an empty text where neither the company nor the chart says one
 */
export const accountOf = (rules: readonly AccountRule[] | null | undefined, booked: Booked): string =>
  rules?.find(rule => holds(rule, booked))?.account ?? ofChart(booked);

function ofChart({ use, day, kind, method, currency }: Booked): string {
  const chart = chartOn(day);
  const byKind = (accounts: Record<LineKind, string>): string => (kind ? accounts[kind] : '');
  const treasury = method && chart.treasury[method];
  switch (use) {
    case 'customer':
      return chart.customer;
    case 'supplier':
      return chart.supplier;
    case 'customer_advance':
      return chart.customerAdvance;
    case 'supplier_advance':
      return byKind(chart.supplierAdvance);
    case 'revenue':
      return byKind(chart.revenue);
    // No source says the accounts of deposits and of what is paid in a client's name; no document says that of a cost.
    case 'sgr_deposit':
    case 'disbursement':
    case 'expense':
      return '';
    case 'vat_collected':
      return chart.vatCollected;
    case 'vat_deductible':
      return chart.vatDeductible;
    case 'vat_not_due':
      return chart.vatNotDue;
    case 'treasury':
      return (currency === 'RON' ? treasury?.lei : treasury?.foreign) ?? '';
  }
}
