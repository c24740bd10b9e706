import { cents } from '#shared/base/kernel/money.ts';
import { counts, roleOf } from '#shared/documents/invoices/list/sums.ts';
import { type InvoiceList, selectFrom } from '#shared/documents/invoices/list/whole.ts';
import type { AtPlace, RowReader, Sum } from '#shared/documents/lists/definition.ts';
import type { FiscalRole } from '#shared/model/fiscal/operations.ts';
import { lacksRate } from '#shared/model/exchange-rate.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import type { LedgerDocument } from '#shared/model/ledger/ledger.ts';

/** A document of a ledger, with when its row was made. */
export interface ListedDocument extends LedgerDocument {
  updatedAt: string;
}

interface Asked {
  role: FiscalRole;
  /** The first day of the ledger. */
  from: string;
  /** Documents that have changed since then (ISO 8601) are among them. */
  since: string;
  /** The ids of documents with payments from that day on. */
  paid: ReadonlySet<string>;
}

/**
 * The documents of a list that a ledger from a day on needs: those that count, of a role, that are open, credit others, were issued from that
 * day on, or have payments since. A document that was settled before is not among them, so that a company of many years needs no more. Pure.
 */
export const ledgerDocuments = (list: InvoiceList, asked: Asked): ListedDocument[] =>
  selectFrom(list, { conditions: [], limit: 0, sum: new Documents(asked) }).totals ?? [];

class Documents implements Sum<InvoiceRow, ListedDocument[]> {
  readonly #found: ListedDocument[] = [];
  readonly #asked: Asked;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  adder(read: RowReader<InvoiceRow>): AtPlace<void> {
    const [status, taxauth, direction] = [read.word('status'), read.word('taxauthStatus'), read.word('direction')];
    const [selfBilled, settles, id] = [read.word('selfBilled'), read.word('settles'), read.word('id')];
    const duplicate = read.word('duplicate');
    const [issueDate, payable, total] = [read.word('issueDate'), read.word('payable'), read.cents('total')];
    const [amountPaid, refundDue, updatedAt] = [read.cents('amountPaid'), read.word('refundDue'), read.word('updatedAt')];
    const { role, from: first, since, paid: paidSince } = this.#asked;
    const fields = fieldsOf(read);
    return place => {
      const current = status(place) ?? 'draft';
      const from = direction(place) ?? 'outgoing';
      if (current === 'draft' || !counts(current, taxauth(place)) || duplicate(place) === true) return;
      if (roleOf(from, selfBilled(place) === true) !== role) return;
      const stated = payable(place);
      const owed = stated == null ? total(place) : cents(stated);
      const paid = amountPaid(place);
      const settled = settles(place) ?? null;
      const issued = issueDate(place) ?? '';
      // What is owed back on a paid invoice ages by the due date of the invoice.
      const isSettled = owed === paid && settled === null && refundDue(place) == null;
      const isClosed = isSettled && issued < first && (updatedAt(place) ?? '') < since;
      if (isClosed && !paidSince.has(id(place) ?? '')) return;
      // A received sale was issued by the buyer: the supplier is the company itself.
      const isOfSupplier = from === 'incoming' && role === 'purchase';
      this.#found.push({ ...fields(place, isOfSupplier), issueDate: issued, owed, paid, settles: settled });
    };
  }

  sums(): ListedDocument[] {
    return this.#found;
  }
}

type Read = Omit<ListedDocument, 'issueDate' | 'owed' | 'paid' | 'settles'>;

function fieldsOf(read: RowReader<InvoiceRow>): (place: number, isOfSupplier: boolean) => Read {
  const [id, number, currency, dueDate] = [read.word('id'), read.word('number'), read.word('currency'), read.word('dueDate')];
  const [rate, isCreditNote, updatedAt] = [read.word('exchangeRate'), read.word('isCreditNote'), read.word('updatedAt')];
  const client = [read.word('clientId'), read.word('clientName'), read.word('clientCif')] as const;
  const supplier = [read.word('supplierId'), read.word('supplierName'), read.word('supplierCif')] as const;
  return (place, isOfSupplier) => {
    const [partnerId, name, cif] = isOfSupplier ? supplier : client;
    const stated = { currency: currency(place) ?? '', exchangeRate: rate(place) ?? '1' };
    return {
      ...{ id: id(place) ?? '', number: number(place) ?? '', currency: stated.currency, dueDate: dueDate(place) ?? null },
      partner: { id: partnerId(place) ?? null, name: name(place) ?? null, cif: cif(place) ?? null },
      exchangeRate: stated.currency === 'RON' || lacksRate(stated) ? null : stated.exchangeRate,
      ...{ isCreditNote: isCreditNote(place) === true, updatedAt: updatedAt(place) ?? '' },
    };
  };
}
