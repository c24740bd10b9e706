import { amount, type Big, decimal, round2 } from '#shared/base/kernel/money.ts';
import { isDrawn } from '../amounts/advances.ts';
import { lineRate } from '../amounts/lei.ts';
import { lacksRate } from '../exchange-rate.ts';
import { isOnlyDue, type JournalGroup, type JournalRow, journalRows } from '../fiscal/journal.ts';
import type { FiscalProjection, PaymentEntry } from '../fiscal/projection.ts';
import type { InvoiceDocument } from '../invoice.ts';
import type { DocumentLine } from '../line.ts';
import type { Party } from '../party.ts';
import type { Payment } from '../payment.ts';
import { isNotInBase } from '../vat/not-in-base.ts';
import { precedingInvoices, precedingRole } from '../preceding.ts';
import { type AccountRule, accountOf, type AccountUse, type Booked, type LineKind } from './accounts.ts';
import { sharesOf } from './shares.ts';

/**
 * What an accounting program needs of a document or a payment: its entry in the fiscal projection, as the journal shows it, with the accounts of
 * the company (COM-88, OUT-121). Amounts have the sign of the journal: what takes back is negative. Pure.
 */

/** A group of a journal's row, with the accounts of its VAT; an account is empty where nothing is booked on it, or none is known. */
export interface BookedGroup extends JournalGroup {
  /** Collected or deductible VAT: 4427, 4426. Of VAT that the buyer owes itself, the deductible one. */
  vatAccount: string;
  /** VAT on collection: what is not due yet, in lei, and its account; of a payment, what is not due any more, negative. */
  notDueLei: string;
  notDueAccount: string;
  /** The account of the VAT that the buyer owes itself: 4427. */
  selfAssessedAccount: string;
}

/** A line with its share of its VAT group, so that the lines of a group sum to it. */
export interface BookedLine {
  line: DocumentLine;
  kind: LineKind | undefined;
  category: string;
  rate: string;
  base: string;
  vat: string;
  baseLei: string;
  vatLei: string;
  account: string;
}

/** A document, or a share of the base of a group that no line has. */
export type BookedShare = BookedLine | (Omit<BookedLine, 'line'> & { line?: undefined });

export interface BookedDocument {
  entry: FiscalProjection;
  row: JournalRow;
  /** Absent when its stored data cannot be read. */
  document: InvoiceDocument | undefined;
  isAdvance: boolean;
  partnerAccount: string;
  groups: BookedGroup[];
  lines: BookedShare[];
}

export interface BookedPayment {
  /** Of money without a document (money.ts), `documentId` is empty. */
  entry: PaymentEntry;
  /** Absent when it makes no VAT due. */
  row: JournalRow | undefined;
  /** The payment and its document. Absent when they cannot be read, and the document where there is none. */
  payment: PaymentFacts | undefined;
  document: InvoiceDocument | undefined;
  /** The partner of money without a document, by its record. */
  party?: Party | undefined;
  /** At the rate of the document; empty when that is not known. */
  amountLei: string;
  partnerAccount: string;
  treasuryAccount: string;
  groups: BookedGroup[];
}

export type PaymentFacts = Pick<Payment, 'paymentMethod' | 'reference' | 'allocationId' | 'receipt'>;

export type Rules = readonly AccountRule[] | null | undefined;

const isNothing = (value: string): boolean => decimal(value).eq(0);
const unless = (isLeftOut: boolean, account: () => string): string => (isLeftOut ? '' : account());

/** The part of what is booked that all accounts of a document share. */
type Common = Pick<Booked, 'day' | 'partnerId' | 'currency'>;

const commonOf = ({ partner, currency }: PaymentEntry | FiscalProjection, day: string): Common => ({
  ...{ day, currency },
  partnerId: partner.id,
});

function bookedGroup(
  rules: Rules,
  common: Common,
  group: JournalGroup,
  { role, deductiblePercent }: FiscalProjection | PaymentEntry,
  isPayment: boolean,
): BookedGroup {
  const isSale = role === 'sale';
  const { vatLei, vatDueLei, selfAssessedLei, rate: vatRate } = group;
  const notDueLei = amount(decimal(vatLei).minus(vatDueLei));
  const of = (use: AccountUse) => (): string => accountOf(rules, { ...common, use, vatRate });
  // VAT that cannot be deducted at all is a part of the cost.
  const isCost = !isSale && isNothing(deductiblePercent ?? '100');
  const hasVat = !isNothing(vatDueLei) || (!isSale && !isNothing(selfAssessedLei));
  return {
    ...group,
    vatAccount: unless(isCost || !(hasVat || isPayment), of(isSale ? 'vat_collected' : 'vat_deductible')),
    notDueLei,
    notDueAccount: unless(isCost || isNothing(notDueLei), of('vat_not_due')),
    selfAssessedAccount: unless(isNothing(selfAssessedLei), of('vat_collected')),
  };
}

/** Facts of a document that are stored elsewhere. */
export interface DocumentFacts {
  document: InvoiceDocument | undefined;
  /** Whether it takes back from an advance. */
  takesBackAdvance: boolean;
  /** Of what takes back from a final invoice: the lines by which that settled advances. */
  settling?: readonly DocumentLine[];
}

/** The lines by which a document settles advances. */
export const settlingLines = (document: InvoiceDocument): DocumentLine[] =>
  document.lines.filter(line => settlesAdvance(document, line));

/** @param rules of the company */
export function bookedDocument(rules: Rules, entry: FiscalProjection, facts: DocumentFacts): BookedDocument {
  const { document, takesBackAdvance, settling = [] } = facts;
  const [row] = journalRows([entry]);
  if (!row) throw new TypeError(`The entry of document ${entry.documentId} has no groups.`);
  const common = commonOf(entry, entry.issueDate);
  const isAdvance = takesBackAdvance || (document !== undefined && invoicesAdvance(document));
  const use = entry.role === 'sale' ? 'customer' : 'supplier';
  return {
    ...{ entry, row, document, isAdvance },
    partnerAccount: accountOf(rules, { ...common, use }),
    groups: row.groups.map(group => bookedGroup(rules, common, group, entry, false)),
    lines: row.groups
      .filter(group => !isOnlyDue(group))
      .flatMap(group => sharesOfGroup(rules, common, group, { entry, row, document, isAdvance, settling })),
  };
}

type Stated = Pick<BookedDocument, 'entry' | 'row' | 'document' | 'isAdvance'> & Required<Pick<DocumentFacts, 'settling'>>;

/** The lines of a group. Where the projection has split a category, deposits and disbursements have their own (TAX-73). */
function linesOf({ operation, category, rate }: JournalGroup, { row, document }: Stated): DocumentLine[] {
  if (!document) return [];
  const own = document.lines.filter(line => line.vatCategoryCode === category && decimal(line.vatRate).eq(rate));
  const isSplit = row.groups.filter(one => one.category === category && decimal(one.rate).eq(rate)).length > 1;
  return isSplit ? own.filter(line => isNotInBase(document, line) === (operation === 'not_in_base')) : own;
}

function sharesOfGroup(rules: Rules, common: Common, group: JournalGroup, stated: Stated): BookedShare[] {
  const { document } = stated;
  const { category, rate } = group;
  const own = linesOf(group, stated);
  const shareOf = (line: DocumentLine | undefined, amounts: Shared): BookedShare => ({
    ...(line && { line }),
    ...{ kind: line?.kind, category, rate, ...amounts },
    account: accountOfLine(rules, common, { line, group, stated }),
  });
  if (!document || own.length === 0) {
    const { base, vat, baseLei, vatLei } = group;
    return [shareOf(undefined, { base, vat, baseLei, vatLei })];
  }
  const nets = own.map(({ subtotal }) => decimal(subtotal));
  const inLei = own.map((line, place): Big => (nets[place] as Big).times(lineRate(document, line)));
  const [base, vat] = [sharesOf(group.base, nets), sharesOf(group.vat, nets)];
  const [baseLei, vatLei] = [sharesOf(group.baseLei, inLei), sharesOf(group.vatLei, inLei)];
  const at = (shares: string[], place: number): string => shares[place] ?? '0.00';
  return own.map((line, place) =>
    shareOf(line, { base: at(base, place), vat: at(vat, place), baseLei: at(baseLei, place), vatLei: at(vatLei, place) }),
  );
}

type Shared = Pick<BookedLine, 'base' | 'vat' | 'baseLei' | 'vatLei'>;

/** Whether a line takes an advance off: one that settling made, or that was entered with the invoice of the advance. */
const settlesAdvance = (document: InvoiceDocument, { id, quantity }: DocumentLine): boolean =>
  (document.draws ?? []).some(({ lineIds }) => lineIds.includes(id)) ||
  (decimal(quantity).lt(0) && precedingInvoices(document).length > 0 && precedingRole(document) === 'advance');

/** Whether a document is an invoice of an advance. UNTDID 1001: 386 is one of them. */
export const invoicesAdvance = (document: InvoiceDocument): boolean =>
  document.isAdvance === true || isDrawn(document) || document.invoiceTypeCode === '386';

const SAME = ['description', 'productId', 'vatCategoryCode'] as const;

/** Whether a line takes back one that settled an advance: lines of corrections do not name those that they repeat. */
const takesBackSettling = (line: DocumentLine, settling: readonly DocumentLine[]): boolean =>
  decimal(line.subtotal).gt(0) &&
  settling.some(
    one =>
      SAME.every(name => one[name] === line[name]) &&
      decimal(one.vatRate).eq(line.vatRate) &&
      decimal(one.unitPrice).abs().eq(decimal(line.unitPrice).abs()),
  );

interface OfGroup {
  line: DocumentLine | undefined;
  group: JournalGroup;
  stated: Stated;
}

function accountOfLine(rules: Rules, common: Common, { line, group, stated }: OfGroup): string {
  const { entry, document, isAdvance, settling } = stated;
  const isSale = entry.role === 'sale';
  const booked = { ...common, kind: line?.kind, vatRate: group.rate, productId: line?.productId ?? null };
  if (isSale && group.operation === 'not_in_base')
    return line?.turnoverKind ? accountOf(rules, { ...booked, use: line.turnoverKind }) : '';
  const settles = line && document && (settlesAdvance(document, line) || takesBackSettling(line, settling));
  if (isAdvance || settles) return accountOf(rules, { ...booked, use: isSale ? 'customer_advance' : 'supplier_advance' });
  // What was entered with the purchase says what it is used for.
  const entered = isSale ? undefined : document?.booking?.expenseAccount;
  return entered ?? accountOf(rules, { ...booked, use: isSale ? 'revenue' : 'expense' });
}

/** A payment in lei, at its rate; empty without one. */
export const leiOf = (entry: PaymentEntry): string =>
  lacksRate(entry) ? '' : amount(round2(decimal(entry.amount).times(entry.exchangeRate)));

/** @param rules of the company */
export function bookedPayment(
  rules: Rules,
  entry: PaymentEntry,
  { document, payment }: { document: InvoiceDocument | undefined; payment: PaymentFacts | undefined },
): BookedPayment {
  const [row] = journalRows([entry]);
  const common = commonOf(entry, entry.paymentDate);
  const isOffset = entry.type === 'offset';
  return {
    ...{ entry, row, document, payment },
    amountLei: leiOf(entry),
    partnerAccount: accountOf(rules, { ...common, use: entry.role === 'sale' ? 'customer' : 'supplier' }),
    treasuryAccount: unless(isOffset, () => accountOf(rules, { ...common, use: 'treasury', method: payment?.paymentMethod })),
    groups: (row?.groups ?? []).map(group => bookedGroup(rules, common, group, entry, true)),
  };
}
