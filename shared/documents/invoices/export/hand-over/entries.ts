import {
  type DocumentFacts,
  bookedDocument,
  bookedPayment,
  invoicesAdvance,
  type Rules,
  settlingLines,
} from '#shared/model/accounting/booked.ts';
import { bookedCash, bookedCredit } from '#shared/model/accounting/money.ts';
import type { Allocation } from '#shared/model/allocation/allocation.ts';
import type { FiscalProjection, PaymentEntry } from '#shared/model/fiscal/projection.ts';
import type { Party } from '#shared/model/party.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';
import { type FiscalEntry, fiscalPrefix } from '#shared/documents/fiscal/entries.ts';
import { allocationKeys, receiptKeys } from '#shared/documents/fiscal/money-keys.ts';
import { isWhole, unlessDamaged } from '#shared/platform/store/packing/damaged.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { buyerOf } from '#shared/records/parties/clients/buyer.ts';
import { readClient } from '#shared/records/parties/clients/store.ts';
import { readInvoice, type StoredInvoice } from '../../read.ts';
import type { PeriodArchive } from '../model.ts';
import type { BookedEntry } from './adapter.ts';

/**
 * What a hand-over file is made of: the entries of the fiscal projection in the months of the period, then the allocations and the receipts
 * of its days, for money that is on no document. A position is the sort key of the last one.
 */

export type Stored = Item & { data: FiscalEntry | Allocation | Receipt };

type Position = Pick<PeriodArchive, 'from' | 'to' | 'after'>;

type Keys = [string, string];

/** The keys of each source, in the order in which they are read. */
const keysOf = ({ from, to }: Position): Keys[] => [
  [fiscalPrefix(from.slice(0, 7)), `${fiscalPrefix(to.slice(0, 7))}~`],
  allocationKeys(from, to),
  receiptKeys(from, to),
];

const sourceOf = (sk: string): string => sk.split('#', 1)[0] ?? '';

/** The keys behind a position. */
function keysBehind(position: Position): Keys[] {
  const all = keysOf(position);
  const { after } = position;
  if (after === '') return all;
  const place = all.findIndex(([first]) => sourceOf(first) === sourceOf(after));
  return all.slice(place).map(([first, last], index): Keys => [index === 0 ? `${after}!` : first, last]);
}

/** The range of the fiscal projection's entries. */
export const fiscalRange = (company: CompanyId, position: Position) => ({
  partition: companyPartition(company),
  between: keysOf(position)[0] as Keys,
});

/** At most so many items behind a position, in their order. Three queries at most. */
export async function listItems(company: CompanyId, position: Position, limit: number): Promise<Stored[]> {
  const listed: Stored[] = [];
  for (const between of keysBehind(position)) {
    const range = { partition: companyPartition(company), between };
    listed.push(...(await queryItems<Stored>(range, { limit: limit - listed.length, damaged: 'stored' })));
    if (listed.length >= limit) break;
  }
  return listed;
}

/** `FISCAL#<month>#<role>#<document>`, for a payment with its id behind it. */
export const isDocument = ({ sk }: Item): boolean => sk.startsWith('FISCAL#') && sk.split('#').length === 4;

/** What an item is booked as; nothing of those that are on documents already. */
export interface BookedItem {
  entries: BookedEntry[];
  /** Whether the item, or the document of its entry, cannot be read. */
  isUnreadable: boolean;
}

/** Reads documents and clients, those of items behind each other once. */
export class Reader {
  readonly #company: CompanyId;
  /** What is remembered: some entries of one document follow each other. */
  readonly #most: number;
  readonly #documents = new Map<string, Promise<StoredInvoice | undefined | 'damaged'>>();
  readonly #parties = new Map<string, Promise<Party | undefined>>();

  constructor(company: CompanyId, most: number) {
    this.#company = company;
    this.#most = most;
  }

  async booked(item: Stored, rules: Rules): Promise<BookedItem> {
    if (!isWhole(item, 'data')) return { entries: [], isUnreadable: true };
    const source = sourceOf(item.sk);
    if (source === 'ALLOCATION') {
      const allocation = item.data as Allocation;
      const isOnDocuments = allocation.taken.length === 0 && Number(allocation.credit) === 0;
      const party = isOnDocuments ? undefined : await this.#party(allocation.partner.id);
      return { entries: bookedCredit(rules, allocation, party), isUnreadable: false };
    }
    if (source === 'RECEIPT') return { entries: bookedCash(rules, item.data as Receipt), isUnreadable: false };
    return this.#ofDocument(item.data as FiscalEntry, rules);
  }

  async #ofDocument(entry: FiscalEntry, rules: Rules): Promise<BookedItem> {
    const stored = await this.#document(entry.documentId);
    const document = stored?.document;
    const isUnreadable = document === undefined;
    if (!('paymentId' in entry))
      return { entries: [bookedDocument(rules, entry, await this.#factsOf(entry, document))], isUnreadable };
    const payment = stored?.payments.find(({ id }) => id === (entry as PaymentEntry).paymentId);
    return { entries: [bookedPayment(rules, entry, { document, payment })], isUnreadable };
  }

  async #factsOf({ settles }: FiscalProjection, document: DocumentFacts['document']): Promise<DocumentFacts> {
    const settled = settles === undefined ? undefined : (await this.#document(settles))?.document;
    if (!settled) return { document, takesBackAdvance: false };
    return { document, takesBackAdvance: invoicesAdvance(settled), settling: settlingLines(settled) };
  }

  /** The document; undefined when it cannot be read. */
  async #document(id: string): Promise<StoredInvoice | undefined> {
    const document = await this.#once(this.#documents, id, () => unlessDamaged(id, readInvoice(this.#company, id)));
    return document === 'damaged' ? undefined : document;
  }

  /** The client as a party; undefined when its record is gone, or cannot be read. */
  #party(id: string): Promise<Party | undefined> {
    return this.#once(this.#parties, id, async () => {
      const client = await unlessDamaged(id, readClient(this.#company, id));
      return client && client !== 'damaged' ? buyerOf(client) : undefined;
    });
  }

  #once<T>(known: Map<string, Promise<T>>, id: string, read: () => Promise<T>): Promise<T> {
    const found = known.get(id) ?? read();
    known.set(id, found);
    if (known.size > this.#most) known.delete(known.keys().next().value as string);
    return found;
  }
}
