import type { BankTable } from './bank.ts';
import { type Drawing, drawing } from './exact.ts';
import { amountsOf } from './law/amounts.ts';
import { type Content, finalOf, invoiceOf, selfBilledOf } from './lines.ts';
import {
  type Company,
  COMPANIES,
  isCompany,
  type SentDocument,
  type SentLine,
  type SentMonth,
  type SentPayment,
} from './sent.ts';

/** The year of three companies, drawn by a seed. */

/** Shares of the documents. */
const SHARE: Record<Company, number> = { V: 0.45, T: 0.4, N: 0.15 };
const MONTHS = 12;

const dayOf = (month: string, day: number): string => `${month}-${String(day).padStart(2, '0')}`;
const lastOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** A document in the books of a company, as far as the generator has to know what can still happen to it. */
interface Life {
  document: SentDocument;
  books: Company;
  open: number;
  /** Places of lines that were taken back. */
  taken: Set<number>;
  /** Taken back as a whole, corrected, settled, or cancelled. */
  isOver: boolean;
  isPaid: boolean;
}

export function yearOf(options: { seed: number; documents: number; year: number; table: BankTable }): SentMonth[] {
  const { table, year } = options;
  const draw = drawing(options.seed);
  const lives = new Map<string, Life>();
  const lifeOf = (document: SentDocument, books: Company): Life | undefined => lives.get(`${books} ${document.place}`);
  let places = 0;
  let payments = 0;
  let held: SentDocument[] = [];

  const begin = (document: SentDocument, books: Company): Life => {
    const open = Math.max(0, amountsOf(document, table).payable - (books === document.issuer ? (document.collected ?? 0) : 0));
    const life: Life = { document, books, open, taken: new Set(), isOver: false, isPaid: document.collected !== undefined };
    lives.set(`${books} ${document.place}`, life);
    const { payable } = amountsOf(document, table);
    const parent = document.parent && lifeOf(document.parent, books);
    if (payable < 0 && parent) parent.open = Math.max(0, parent.open + payable);
    return life;
  };

  const made = (issuer: Company, issueDate: string, content: Content): SentDocument => ({
    ...{ place: places++, kind: 'invoice', issuer, issueDate },
    ...content,
  });

  /** Documents of a month, whose days ascend for each company. */
  const days = (month: string, last: number, count: number): string[] =>
    Array.from({ length: count }, () => dayOf(month, draw.whole(1, last))).sort();

  function firstDocuments(month: string, last: number): SentDocument[] {
    return COMPANIES.flatMap(issuer =>
      days(month, last, Math.round((options.documents / MONTHS) * SHARE[issuer] * 0.85)).map(day => {
        const isSelfBilled = issuer === 'V' && draw.chance(0.04);
        const content = isSelfBilled ? { ...selfBilledOf(draw), kind: 'selfBilled' as const } : invoiceOf(draw, issuer, day);
        const document = made(issuer, day, content);
        const { payable } = amountsOf(document, table);
        if (!isSelfBilled && content.prepaid === undefined && draw.chance(0.06))
          document.collected = draw.chance(0.5) ? payable : Math.ceil(payable * 0.37);
        begin(document, issuer);
        return document;
      }),
    );
  }

  function followers(month: string, last: number): SentDocument[] {
    return COMPANIES.flatMap(issuer => {
      const candidates = [...lives.values()].filter(
        ({ books, document, isOver }) =>
          books === issuer && document.issuer === issuer && !isOver && document.kind === 'invoice' && !document.parent,
      );
      return days(month, last, Math.round((options.documents / MONTHS) * SHARE[issuer] * 0.15)).flatMap(day => {
        const fitting = candidates.filter(({ document, isOver }) => !isOver && document.issueDate <= day);
        if (fitting.length === 0) return [];
        const life = draw.oneOf(fitting);
        const content = followerOf(draw, life);
        if (!content) return [];
        const document = made(issuer, day, content);
        begin(document, issuer);
        return [document];
      });
    });
  }

  function pay(books: Company, month: string, last: number, isWanted: (life: Life) => boolean): SentPayment[] {
    return [...lives.values()]
      .filter(life => life.books === books && life.open > 0 && isWanted(life))
      .map(life => {
        const { document, open } = life;
        const amount = draw.chance(0.5) ? open : draw.whole(1, open);
        life.open -= amount;
        life.isPaid = true;
        const first = document.issueDate.startsWith(month) ? Number(document.issueDate.slice(8)) : 1;
        return { place: payments++, document, books, amount, date: dayOf(month, draw.whole(first, last)) };
      });
  }

  /** How many of the open documents are paid in a month: of those under VAT on collection most, of others some. */
  const isPaidNow = ({ document, books }: Life): boolean =>
    draw.chance(document.issuer === 'T' || books === 'T' || document.onCollection ? 0.4 : 0.08);

  function monthOf(place: number): SentMonth {
    const last = lastOf(year, place + 1);
    const month = `${year}-${String(place + 1).padStart(2, '0')}`;
    const documents = firstDocuments(month, last);
    const following = followers(month, last);
    const paid = COMPANIES.flatMap(books =>
      pay(books, month, last, life => life.document.issuer === books && !isVoid(life) && isPaidNow(life)),
    );
    const removed = paid.filter(() => draw.chance(0.03));
    for (const { document, books, amount } of removed) lifeOf(document, books)!.open += amount;

    const untouched = documents.filter(document => {
      const life = lifeOf(document, document.issuer)!;
      return !isCompany(document.client) && !life.isOver && !life.isPaid && life.taken.size === 0;
    });
    const end = (document: SentDocument): void =>
      void Object.assign(lifeOf(document, document.issuer)!, { isOver: true, open: 0 });
    const voided = untouched.filter(() => draw.chance(0.03));
    voided.forEach(end);
    const [sent, later]: [SentDocument[], SentDocument[]] = [[...held], []];
    for (const document of [...documents, ...following])
      if (isCompany(document.client)) (draw.chance(0.06) ? later : sent).push(document);
    const others = untouched.filter(document => !voided.includes(document) && draw.chance(0.08));
    const cancelled = others.filter(() => draw.chance(0.25));
    cancelled.forEach(end);
    held = later;

    const arrivals = sent.map(document => ({ document, books: document.client as Company }));
    for (const { document, books } of arrivals.toSorted((a, b) => a.document.place - b.document.place)) begin(document, books);
    for (const { document, books } of arrivals)
      for (const other of lives.values())
        if (other.books === books && other.document.parent === document && other.document.place > document.place) {
          const life = lifeOf(document, books)!;
          const { payable } = amountsOf(other.document, table);
          if (payable < 0 && !arrivals.some(one => one.document === other.document)) life.open = Math.max(0, life.open + payable);
        }
    const bookings = arrivals
      .filter(({ document }) => document.kind !== 'selfBilled' && draw.chance(0.1))
      .map(({ document, books }) => ({
        ...{ document, books },
        ...(draw.chance(0.5) ? { deductiblePercent: draw.oneOf([50, 0, 33]) } : { receivedDate: nextMonth(document.issueDate) }),
      }));
    return {
      ...{ month, lastDay: dayOf(month, last), documents, followers: following, payments: paid, removed, voided, cancelled },
      drafts: COMPANIES.map(issuer => made(issuer, dayOf(month, last), invoiceOf(draw, issuer, dayOf(month, last)))),
      ...{ submitted: [...sent, ...others], arrivals, bookings },
      laterPayments: COMPANIES.flatMap(books =>
        pay(books, month, last, life => life.document.issuer !== books && isPaidNow(life)),
      ),
    };
  }
  const isVoid = ({ isOver, open }: Life): boolean => isOver && open === 0;

  return Array.from({ length: MONTHS }, (_, place) => monthOf(place));
}

/** A day of the month after, which every month has. */
function nextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month === 12 ? `${year + 1}-01-15` : `${year}-${String(month + 1).padStart(2, '0')}-15`;
}

/** A document that takes back, corrects or settles an earlier one. */
function followerOf(draw: Drawing, life: Life): Content | undefined {
  const { document, taken } = life;
  const common = { client: document.client, currency: document.currency, parent: document };
  if (document.lines[0]?.description.startsWith('Avans') && taken.size === 0) {
    life.isOver = true;
    return finalOf(draw, document);
  }
  const isSimple = document.lines.every(line => !line.gross) && !document.allowances && document.prepaid === undefined;
  const left = document.lines.map((line, place) => ({ line, place })).filter(({ place }) => !taken.has(place));
  const usual = left.filter(({ line }) => !line.discount && !line.discountPercent && !line.gross && !line.quantity.includes('.'));
  if (taken.size === 0 && draw.chance(0.25)) {
    life.isOver = true;
    if (document.prepaid !== undefined) return undefined;
    const isMore = draw.chance(0.5);
    return isSimple && draw.chance(0.5)
      ? { ...common, kind: 'correct', lines: document.lines.map(line => ({ ...line, quantity: changedQuantity(line, isMore) })) }
      : { ...common, kind: 'storno', lines: document.lines };
  }
  if (usual.length === 0) return undefined;
  const { line, place } = draw.oneOf(usual);
  taken.add(place);
  const returned = { ...line, quantity: String(-draw.whole(1, Number(line.quantity))) };
  // Unlike a credit note, a negative invoice inherits nothing: goods that leave Romania need a delivery.
  const { deliveredOn } = document;
  return {
    ...common,
    ...(deliveredOn !== undefined && { deliveredOn }),
    kind: draw.chance(0.6) ? 'credit' : 'invoice',
    lines: [returned],
  };
}

/** All lines of a correction change the same way, so that none of its VAT groups has both signs. */
const changedQuantity = ({ quantity }: SentLine, isMore: boolean): string =>
  isMore ? (Number(quantity) * 2).toFixed(quantity.split('.')[1]?.length ?? 0) : (Number(quantity) / 2).toFixed(4);
