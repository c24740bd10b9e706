import { type Count, type CountedBy, readCounts } from '#shared/documents/common/counters.ts';
import { cents } from '#shared/base/kernel/money.ts';
import { fiscalTotals } from '#shared/model/amounts/owed.ts';
import type { Invoice, InvoiceStatus } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { owesOtherwise } from '#shared/model/roles.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Amounts, counts, openOf, type Role, roleOf, SUMMED } from './sums.ts';

/** The counters of invoices and credit notes: by direction, kind, status and currency, with the sums of their amounts. */

type CountedInvoice = Pick<
  Invoice,
  | ('direction' | 'isCreditNote' | 'status' | 'taxauthStatus' | 'currency' | 'subtotal' | 'vatTotal' | 'total' | 'balance')
  | ('payable' | 'fiscal' | 'invoiceTypeCode' | 'selfBilled' | 'companyId' | 'seller')
>;

/**
 * The names of the sums are short to save bytes: every first page of the list reads all counters, and every change writes some. What is
 * rare is counted apart, so that most documents add nothing to it: amounts of the e-invoice as differences from the stored ones, and once
 * more all amounts of self-billed documents (prefix `x`), and of cancelled ones that the authority has validated (prefix `k`; both: `y`).
 */
const NAMES: Record<keyof Amounts, string> = {
  subtotal: 's',
  vatTotal: 'v',
  total: 't',
  open: 'o',
  fiscalSubtotal: 'fs',
  fiscalVatTotal: 'fv',
  fiscalTotal: 'ft',
  payableTotal: 'fp',
};

/** The stored amount from which an amount of the e-invoice is counted as a difference. */
const BASES: Partial<Record<keyof Amounts, keyof Amounts>> = {
  fiscalSubtotal: 'subtotal',
  fiscalVatTotal: 'vatTotal',
  fiscalTotal: 'total',
  payableTotal: 'total',
};

/** The parts of a counter: all of its documents, and the rare ones once more. */
const PARTS = { all: '', otherwise: 'x', validated: 'k', validatedOtherwise: 'y' } as const;
type Part = keyof typeof PARTS;

/** The name of the sum that counts the documents of a rare part. */
const NUMBER = 'n';

function amountsOf(invoice: CountedInvoice): Amounts {
  const { subtotal, vatTotal, total, payable } = fiscalTotals(invoice);
  return {
    ...{ subtotal: cents(invoice.subtotal), vatTotal: cents(invoice.vatTotal), total: cents(invoice.total) },
    ...{
      fiscalSubtotal: cents(subtotal),
      fiscalVatTotal: cents(vatTotal),
      fiscalTotal: cents(total),
      payableTotal: cents(payable),
    },
    open: cents(invoice.balance),
  };
}

function partsOf(invoice: CountedInvoice): Part[] {
  const otherwise = owesOtherwise(invoice);
  const isValidated = invoice.status === 'cancelled' && counts(invoice.status, invoice.taxauthStatus);
  return [
    'all',
    ...(otherwise ? (['otherwise'] as const) : []),
    ...(isValidated ? (['validated'] as const) : []),
    ...(otherwise && isValidated ? (['validatedOtherwise'] as const) : []),
  ];
}

export const INVOICE_COUNTERS: CountedBy<CountedInvoice> = {
  values: ({ direction, isCreditNote, status, currency }) => [
    direction === 'outgoing' ? 'o' : 'i',
    isCreditNote ? 'c' : 'i',
    status,
    currency,
  ],
  sums: invoice => {
    const amounts = amountsOf(invoice);
    const named = SUMMED.map(name => [NAMES[name], amounts[name] - (BASES[name] ? amounts[BASES[name]] : 0)] as const);
    return Object.fromEntries(
      partsOf(invoice).flatMap(part =>
        [...named, ...(part === 'all' ? [] : [[NUMBER, 1] as const])].map(([name, value]) => [`${PARTS[part]}${name}`, value]),
      ),
    );
  },
};

/** The invoices or credit notes of one direction, status and currency. */
export interface InvoiceCount {
  direction: Invoice['direction'];
  isCreditNote: boolean;
  status: InvoiceStatus;
  currency: string;
  count: number;
  /** Of the documents that count in sums, by role; a role without documents is left out. */
  amounts: { role: Role; amounts: Amounts }[];
}

/** The stored counter with full names. Pure. */
export function invoiceCount({ values, documents, sums }: Count): InvoiceCount {
  const [short, kind, status, currency] = values as ['o' | 'i', 'i' | 'c', InvoiceStatus, string];
  const direction = short === 'o' ? 'outgoing' : 'incoming';
  const part = (of: Part) => ({
    number: of === 'all' ? documents : (sums[`${PARTS[of]}${NUMBER}`] ?? 0),
    amounts: amountsIn(sums, PARTS[of]),
  });
  const [whole, otherwise] =
    status === 'cancelled' ? [part('validated'), part('validatedOtherwise')] : [part('all'), part('otherwise')];
  const usual = { number: whole.number - otherwise.number, amounts: less(whole.amounts, otherwise.amounts) };
  const shown = (amounts: Amounts): Amounts => ({ ...amounts, open: openOf(status, amounts.open) });
  return {
    ...{ direction, isCreditNote: kind === 'c', status, currency, count: documents },
    amounts: [
      ...(usual.number > 0 ? [{ role: roleOf(direction, false), amounts: shown(usual.amounts) }] : []),
      ...(otherwise.number > 0 ? [{ role: roleOf(direction, true), amounts: shown(otherwise.amounts) }] : []),
    ],
  };
}

function amountsIn(sums: Count['sums'], prefix: string): Amounts {
  const sumOf = (name: keyof Amounts): number => sums[`${prefix}${NAMES[name]}`] ?? 0;
  return mapped(name => sumOf(name) + (BASES[name] ? sumOf(BASES[name]) : 0));
}

const less = (whole: Amounts, part: Amounts): Amounts => mapped(name => whole[name] - part[name]);

const mapped = (valueOf: (name: keyof Amounts) => number): Amounts =>
  Object.fromEntries(SUMMED.map(name => [name, valueOf(name)])) as Amounts;

/** The counters of all invoices and credit notes of a company. One query. */
export const readInvoiceCounts = async (company: CompanyId): Promise<InvoiceCount[]> =>
  (await readCounts(KINDS.invoice, company)).map(invoiceCount);
