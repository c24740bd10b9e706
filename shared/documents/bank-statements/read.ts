import { lastDayOf, monthOf } from '#shared/base/kernel/dates.ts';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { cents } from '#shared/base/kernel/money.ts';
import { readAllocations } from '#shared/documents/allocations/store.ts';
import { type FiscalEntry, fiscalPrefix } from '#shared/documents/fiscal/entries.ts';
import { readInvoiceList } from '#shared/documents/invoices/list/whole.ts';
import type { Allocation } from '#shared/model/allocation/allocation.ts';
import type { BankEntry, BankPartner, KnownPayment, Role } from '#shared/model/bank/entry.ts';
import type { Known } from '#shared/model/bank/proposals.ts';
import type { PaymentEntry } from '#shared/model/fiscal/projection.ts';
import { type LedgerPartner, partnerKeyOf, recordsByNumber } from '#shared/model/ledger/partners.ts';
import { queryPages } from '#shared/platform/store/read.ts';
import { listedRows } from '#shared/platform/store/listed.ts';
import { type CompanyId, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { type BankAccount, readBankAccounts } from '#shared/records/parties/bank-accounts/store.ts';
import { type Client, clients } from '#shared/records/parties/clients/store.ts';
import { type Supplier, suppliers } from '#shared/records/parties/suppliers/store.ts';
import { openDocuments, roleKey } from './open-documents.ts';

/** What lines of a statement are compared with, in a number of round trips that does not grow with the lines. */

/** The most months of a file: payments are read by month. */
const MOST_MONTHS = 13;
const ROLES: readonly Role[] = ['sale', 'purchase'];

export interface StatementBooks extends Known {
  accounts: BankAccount[];
}

/**
 * The open documents, partners and payments of a company. Two rounds: the name of the list's file beside clients, suppliers, accounts and the
 * payments of the months of the lines; then the list.
 *
 * @throws 422 for lines of more than 13 months
 */
export async function readBooksFor(company: CompanyId, entries: readonly BankEntry[]): Promise<StatementBooks> {
  const [list, clientRows, supplierRows, accounts, paid] = await Promise.all([
    readInvoiceList(company),
    listedRows<Client, unknown>(clients, company, {}),
    listedRows<Supplier, unknown>(suppliers, company, {}),
    readBankAccounts(company),
    readPaid(company, entries),
  ]);
  const open = openDocuments(list);
  const records = {
    sale: clientRows.map(({ record }) => record),
    purchase: supplierRows.map(({ record }) => record),
  };
  const partners = new Map<string, BankPartner>();
  for (const role of ROLES)
    for (const { id, name, cui, vatCode, bankAccount } of records[role])
      partners.set(roleKey(role, id), {
        ...{ key: roleKey(role, id), role, id, name, taxCode: cui ?? vatCode, iban: bankAccount },
      });
  const numbers = {
    sale: recordsByNumber(records.sale.map(({ id, name, cui }) => ({ id, name, cif: cui }))),
    purchase: recordsByNumber(records.purchase.map(({ id, name, cui }) => ({ id, name, cif: cui }))),
  };
  const partnerOf = (role: Role, partner: LedgerPartner): string => {
    const key = roleKey(role, partnerKeyOf(partner, numbers[role]));
    // A partner without a record, or whose record was removed.
    if (!partners.has(key)) partners.set(key, { key, role, id: null, name: partner.name, taxCode: partner.cif, iban: null });
    return key;
  };
  return {
    accounts,
    documents: open.documents.map(({ partner, ...document }) => ({
      ...document,
      partnerKey: partnerOf(document.role, partner),
      alsoNamed: open.credits.get(document.id) ?? [],
    })),
    payments: [
      ...paid.payments.map(entry => knownPayment(entry, partnerOf(entry.role, entry.partner))),
      ...paid.allocations.map(one => knownAllocation(one, partnerOf('sale', one.partner))),
    ],
    partners: [...partners.values()],
  };
}

/** What of the days of the lines was recorded and is no cash: allocations, and the payments that are no part of one. Three queries a month. */
async function readPaid(
  company: CompanyId,
  entries: readonly BankEntry[],
): Promise<{ payments: PaymentEntry[]; allocations: Allocation[] }> {
  const days = new Set(entries.flatMap(({ bookingDate, valueDate }) => [bookingDate, valueDate ?? bookingDate]));
  const months = [...new Set([...days].map(monthOf))];
  if (months.length > MOST_MONTHS)
    throw invalidFields({
      statement: [`has lines of ${months.length} months; split it into files of at most ${MOST_MONTHS} months`],
    });
  const [payments, allocations] = await Promise.all([
    Promise.all(months.flatMap(month => ROLES.map(role => paymentsOf(company, month, role, days)))),
    Promise.all(months.map(month => readAllocations(company, `${month}-01`, lastDayOf(month)))),
  ]);
  const ofDays = allocations.flat().filter(one => days.has(one.paymentDate));
  const allocated = new Set(ofDays.flatMap(one => one.documents.flatMap(({ paymentIds }) => paymentIds)));
  return {
    payments: payments.flat().filter(({ paymentId }) => !allocated.has(paymentId)),
    // Credit that pays moves no money.
    allocations: ofDays.filter(({ amount, paymentMethod }) => Number(amount) !== 0 && paymentMethod !== 'cash'),
  };
}

async function paymentsOf(company: CompanyId, month: string, role: Role, days: ReadonlySet<string>): Promise<PaymentEntry[]> {
  const found: PaymentEntry[] = [];
  const range = { partition: companyPartition(company), beginsWith: fiscalPrefix(month, role) };
  for await (const page of queryPages<Item & { data: FiscalEntry }>(range, {}))
    for (const { data } of page)
      // An offset moves no money, and cash none of the bank.
      if ('paymentId' in data && data.type !== 'offset' && !data.cash && days.has(data.paymentDate)) found.push(data);
  return found;
}

function knownPayment(entry: PaymentEntry, partnerKey: string): KnownPayment {
  const signed = cents(entry.amount);
  return {
    ...{ id: entry.paymentId, documents: [{ id: entry.documentId, number: entry.number }], isAllocation: false },
    ...{ role: entry.role, partnerKey },
    ...{ date: entry.paymentDate, cents: Math.abs(signed), currency: entry.currency, reference: entry.reference ?? null },
    flow: (entry.role === 'sale') === signed > 0 ? 'in' : 'out',
  };
}

/** The money of an allocation, as the bank has it in one line, whatever it pays. */
function knownAllocation({ id, documents, amount, ...allocation }: Allocation, partnerKey: string): KnownPayment {
  const signed = cents(amount);
  return {
    ...{
      id,
      documents: documents.map(one => ({ id: one.id, number: one.number })),
      isAllocation: true,
      role: 'sale',
      partnerKey,
    },
    ...{ date: allocation.paymentDate, cents: Math.abs(signed), currency: allocation.currency, reference: allocation.reference },
    flow: signed > 0 ? 'in' : 'out',
  };
}
