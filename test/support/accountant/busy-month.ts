import { randomUUID } from 'node:crypto';
import { createWrites } from '#shared/documents/common/store.ts';
import { paymentEntryWrite } from '#shared/documents/fiscal/entries.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { compact } from '#shared/documents/lists/compact.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { CompanyId, Item } from '#shared/platform/store/table.ts';
import { put, transact, type Write } from '#shared/platform/store/transact.ts';
import { sampleBuyer, sampleDocument, sampleLine, sampleSeller } from '../documents.ts';

/**
 * A month of many documents, stored without requests: their headers, which lists are made of, their lines, and their entries in the fiscal
 * projection, as the functions that documents are stored with make them; and the file of the list. Counters, timelines and links are left out.
 */

export interface BusyMonth {
  company: CompanyId;
  /** `YYYY-MM` */
  month: string;
  /** Four of five are sales, one is a purchase; every other one is in euros. */
  documents: number;
  clients: readonly string[];
  suppliers: readonly string[];
}

/** Items in a transaction. */
const AT_ONCE = 100;
const DAYS = 28;
const RATE = '5.0812';

/** The kinds of items that are stored. */
const STORED: readonly unknown[] = ['invoice', 'invoice-lines', 'fiscal-entry'];

const pick = <T>(all: readonly T[], place: number): T => all[place % all.length] as T;
const isPurchase = (place: number): boolean => place % 5 === 4;

function documentAt(place: number, { company, month, clients, suppliers }: BusyMonth): InvoiceDocument {
  const day = `${month}-${String(1 + (place % DAYS)).padStart(2, '0')}`;
  const at = `${day}T10:00:00.${String(place % 1000).padStart(3, '0')}Z`;
  const partner = Math.floor(place / 5);
  const purchase = {
    ...{ direction: 'incoming' as const, status: 'synced' as const, clientId: null },
    seller: sampleSeller({ id: pick(suppliers, partner), name: `Furnizor ${partner % suppliers.length}` }),
    received: { messageId: '1', archivePath: 'a.zip', duplicateOf: null, vat: { isPayer: true, isDeferred: false } },
    booking: { expenseCategory: null, expenseAccount: null, vatDeductiblePercent: '100', receivedDate: day },
  };
  const id = pick(clients, partner);
  const sale = { clientId: id, client: sampleBuyer({ id, name: `Client ${partner % clients.length}` }) };
  return sampleDocument({
    ...{ companyId: company, id: randomUUID(), number: `FCT-${place}`, issueDate: day, dueDate: day },
    ...{ createdAt: at, updatedAt: at, issuedAt: at },
    ...(place % 2 === 0 ? {} : { currency: 'EUR', exchangeRate: RATE }),
    lines: [
      sampleLine({ unitPrice: String(100 + place), vatRate: '21' }),
      sampleLine({ unitPrice: String(50 + place), vatRate: '11' }),
    ],
    ...(isPurchase(place) ? purchase : sale),
  });
}

/** Each document has a payment: three of four of the whole, the others of a part. */
function writesAt(place: number, month: BusyMonth): Write[] {
  const document = documentAt(place, month);
  const amount = place % 4 === 3 ? '60.50' : document.balance;
  const paid: InvoiceDocument = {
    ...document,
    amountPaid: amount,
    balance: (Number(document.balance) - Number(amount)).toFixed(2),
  };
  const payment: Payment = {
    ...{ id: randomUUID(), invoiceId: paid.id, amount, currency: paid.currency, paymentDate: paid.issueDate },
    ...{ paymentMethod: 'bank_transfer', reference: null, notes: null, isReconciled: false },
    ...{ createdBy: null, createdAt: paid.updatedAt, updatedAt: paid.updatedAt },
  };
  const items = createWrites(INVOICES, paid, []).flatMap(
    ({ operation }) => (operation.Put?.Item as (Item & Record<string, unknown>) | undefined) ?? [],
  );
  const stored = items.filter(({ kind }) => STORED.includes(kind));
  // Changed last when it was made: the list's file has it.
  const settled = stored.map(item => (item.kind === 'invoice' ? { ...item, gsi4sk: `${paid.updatedAt}#${paid.id}` } : item));
  return [...settled.map(item => put(item)), paymentEntryWrite(paid, payment)];
}

/** @returns the items that were stored */
export async function storeMonth(month: BusyMonth): Promise<number> {
  const writes = Array.from({ length: month.documents }, (_, place) => writesAt(place, month)).flat();
  for (let first = 0; first < writes.length; first += AT_ONCE) await transact(writes.slice(first, first + AT_ONCE));
  await compact(INVOICE_LIST, month.company);
  return writes.length;
}
