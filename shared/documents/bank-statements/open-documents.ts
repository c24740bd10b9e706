import { cents } from '#shared/base/kernel/money.ts';
import { counts, roleOf } from '#shared/documents/invoices/list/sums.ts';
import { type InvoiceList, selectFrom } from '#shared/documents/invoices/list/whole.ts';
import type { AtPlace, RowReader, Sum } from '#shared/documents/lists/definition.ts';
import type { OpenDocument, Role } from '#shared/model/bank/entry.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import type { LedgerPartner } from '#shared/model/ledger/partners.ts';

/** What is open on a document, with its partner as its row has it. */
export type Listed = Omit<OpenDocument, 'partnerKey' | 'alsoNamed'> & { partner: LedgerPartner };

interface Open {
  documents: Listed[];
  /** The numbers of credit notes by the id of the document from which they take back. */
  credits: Map<string, string[]>;
}

/** What is open on all documents that are in force: balances, and what is owed back. Pure. */
export const openDocuments = (list: InvoiceList): Open =>
  selectFrom(list, { conditions: [], limit: 0, sum: new OpenSum() }).totals ?? { documents: [], credits: new Map() };

class OpenSum implements Sum<InvoiceRow, Open> {
  readonly #documents: Listed[] = [];
  readonly #credits = new Map<string, string[]>();

  adder(read: RowReader<InvoiceRow>): AtPlace<void> {
    const [status, taxauth, duplicate] = [read.word('status'), read.word('taxauthStatus'), read.word('duplicate')];
    const [direction, selfBilled, settles] = [read.word('direction'), read.word('selfBilled'), read.word('settles')];
    const [balance, refundDue, number] = [read.cents('balance'), read.word('refundDue'), read.word('number')];
    const fields = fieldsOf(read);
    return place => {
      const current = status(place) ?? 'draft';
      if (!counts(current, taxauth(place)) || current === 'cancelled' || current === 'draft' || duplicate(place) === true) return;
      const settled = settles(place);
      if (settled != null) this.#credit(settled, number(place) ?? '');
      const from = direction(place) ?? 'outgoing';
      const role = roleOf(from, selfBilled(place) === true);
      const [open, owedBack] = [balance(place), cents(refundDue(place) ?? '0')];
      // A received sale was issued by the buyer: the supplier is the company itself.
      const common = { ...fields(place, from === 'incoming' && role === 'purchase'), role, number: number(place) ?? '' };
      if (open > 0) this.#documents.push({ ...common, what: 'balance', cents: open });
      if (owedBack > 0) this.#documents.push({ ...common, what: 'refund', cents: owedBack });
    };
  }

  #credit(settled: string, number: string): void {
    const numbers = this.#credits.get(settled);
    if (numbers) numbers.push(number);
    else this.#credits.set(settled, [number]);
  }

  sums(): Open {
    return { documents: this.#documents, credits: this.#credits };
  }
}

type Fields = Pick<Listed, 'id' | 'currency' | 'issueDate' | 'dueDate' | 'partner'>;

function fieldsOf(read: RowReader<InvoiceRow>): (place: number, isOfSupplier: boolean) => Fields {
  const [id, currency, issueDate, dueDate] = [
    read.word('id'),
    read.word('currency'),
    read.word('issueDate'),
    read.word('dueDate'),
  ];
  const client = [read.word('clientId'), read.word('clientName'), read.word('clientCif')] as const;
  const supplier = [read.word('supplierId'), read.word('supplierName'), read.word('supplierCif')] as const;
  return (place, isOfSupplier) => {
    const [partnerId, name, cif] = isOfSupplier ? supplier : client;
    return {
      ...{
        id: id(place) ?? '',
        currency: currency(place) ?? '',
        issueDate: issueDate(place) ?? '',
        dueDate: dueDate(place) ?? null,
      },
      partner: { id: partnerId(place) ?? null, name: name(place) ?? null, cif: cif(place) ?? null },
    };
  };
}

/** The role as it begins the keys of partners: a client and a supplier may have one tax number. */
export const roleKey = (role: Role, key: string): string => `${role}:${key}`;
