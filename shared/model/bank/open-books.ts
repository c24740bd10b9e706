import { type BankEntry, type Flow, type OpenDocument, settles } from './entry.ts';
import { oldestFirst } from './options.ts';

/**
 * What is open on documents, less what earlier lines have taken: by currency and direction of the money that settles it, and there by partner,
 * id and amount, so that no line looks at all of it. Pure.
 */
export class OpenBooks {
  readonly #books = new Map<string, Book>();

  /** @param documents of which something is open, the oldest first */
  constructor(documents: readonly OpenDocument[]) {
    for (const document of documents) {
      const key = bookKey(document.currency, flowOf(document));
      const book = this.#books.get(key) ?? new Book();
      this.#books.set(key, book.put(document));
    }
  }

  /** What money of a line may settle. */
  of({ currency, flow }: BankEntry): Book {
    return this.#books.get(bookKey(currency, flow)) ?? new Book();
  }

  /** Takes a part of what is open on a document. */
  take(document: OpenDocument, cents: number): void {
    this.#books.get(bookKey(document.currency, flowOf(document)))?.take(document, cents);
  }

  /** Whether a partner has a document with a balance in a currency. */
  hasBalance(partnerKey: string, currency: string): boolean {
    return FLOWS.some(flow =>
      this.#books
        .get(bookKey(currency, flow))
        ?.groupsOf(partnerKey)
        .some(([first]) => first?.what === 'balance'),
    );
  }
}

const FLOWS: readonly Flow[] = ['in', 'out'];
const WHAT: readonly OpenDocument['what'][] = ['balance', 'refund'];
const bookKey = (currency: string, flow: Flow): string => `${currency} ${flow}`;
const flowOf = (document: OpenDocument): Flow => (settles(document, 'in') ? 'in' : 'out');
const openKey = ({ id, what }: Pick<OpenDocument, 'id' | 'what'>): string => `${id} ${what}`;
const groupKey = ({ partnerKey, what }: Pick<OpenDocument, 'partnerKey' | 'what'>): string => `${partnerKey} ${what}`;

type Open = Map<string, OpenDocument>;

/** What is open in one currency, and settled by money of one direction. */
class Book {
  readonly #open: Open = new Map();
  /** A document that is put again keeps its place in its group, which is that of `oldestFirst`. */
  readonly #groups = new Map<string, Open>();
  readonly #byCents = new Map<number, Open>();

  put(document: OpenDocument): this {
    const key = openKey(document);
    this.#open.set(key, document);
    into(this.#groups, groupKey(document), key, document);
    into(this.#byCents, document.cents, key, document);
    return this;
  }

  take(document: OpenDocument, cents: number): void {
    const key = openKey(document);
    this.#byCents.get(document.cents)?.delete(key);
    const left = document.cents - cents;
    if (left > 0) {
      this.put({ ...document, cents: left });
      return;
    }
    this.#open.delete(key);
    this.#groups.get(groupKey(document))?.delete(key);
  }

  /** The documents of a partner, the oldest first: with balances, and with what is owed back. */
  groupsOf(partnerKey: string): OpenDocument[][] {
    return WHAT.map(what => [...(this.#groups.get(groupKey({ partnerKey, what }))?.values() ?? [])]).filter(
      group => group.length > 0,
    );
  }

  /** The documents with these ids. */
  withIds(ids: Iterable<string>): OpenDocument[] {
    return [...ids].flatMap(id => WHAT.flatMap(what => this.#open.get(openKey({ id, what })) ?? []));
  }

  /** Documents with this amount, of other partners than these: all, or one more than `most`. */
  ofAmount(cents: number, except: ReadonlyMap<string, unknown>, most: number): OpenDocument[] {
    const found: OpenDocument[] = [];
    for (const document of this.#byCents.get(cents)?.values() ?? []) {
      if (!except.has(document.partnerKey)) found.push(document);
      if (found.length > most) break;
    }
    return found;
  }
}

function into<Key>(index: Map<Key, Open>, at: Key, key: string, document: OpenDocument): void {
  const open: Open = index.get(at) ?? new Map();
  index.set(at, open.set(key, document));
}

/** Documents by partner and by what is open, the oldest first in each. */
export const grouped = (documents: readonly OpenDocument[]): Iterable<OpenDocument[]> =>
  Map.groupBy(documents.toSorted(oldestFirst), groupKey).values();
