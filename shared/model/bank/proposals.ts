import { compare } from '#shared/base/kernel/collate.ts';
import { type Caution, type Confidence, confidenceOf, LEVELS, type Reason, REASONS } from './confidence.ts';
import type { BankEntry, BankPartner, KnownPayment, OpenDocument, Role } from './entry.ts';
import { Partners, type PartnerReason } from './names.ts';
import { isWhole, type Named, namedIn, numbersOf } from './named.ts';
import { grouped, OpenBooks } from './open-books.ts';
import { equal, MOST_DOCUMENTS, named, oldestFirst, type Option, rest, type Share } from './options.ts';
import { type Recorded, recordedOf } from './recorded.ts';

/** What lines of a bank statement may pay, each with what speaks for it (BNK-8 to BNK-16). They decide nothing. Pure. */

/** The most proposals of a line. */
const MOST_PROPOSALS = 5;
/** Documents of unknown partners that are offered because of their amount alone. */
const MOST_BY_AMOUNT = 3;

export interface Proposal {
  confidence: Confidence;
  reasons: Reason[];
  cautions: Caution[];
  role: Role;
  /** Whether money is paid back. */
  isRefund: boolean;
  partner: BankPartner;
  /** At most 20. Empty: an advance. */
  shares: Share[];
  /** What no document takes: of a client it becomes its credit. */
  over: number;
}

export type EntryStatus = 'already_recorded' | 'possibly_recorded' | 'proposed' | 'no_match' | 'reversal';

export interface Matched {
  entry: BankEntry;
  status: EntryStatus;
  recorded: Recorded | null;
  /** Best first. */
  proposals: Proposal[];
}

export interface Known {
  documents: readonly OpenDocument[];
  partners: readonly BankPartner[];
  payments: readonly KnownPayment[];
}

/**
 * The proposals of each line, in the order of the lines. They depend on the order of neither lines nor documents: what a line takes with high
 * confidence is not offered to lines of later days again.
 */
export function matchEntries(entries: readonly BankEntry[], known: Known): Matched[] {
  const { partners } = known;
  const payments = known.payments.toSorted((a, b) => compare(a.id, b.id));
  const documents = known.documents.filter(({ cents }) => cents > 0).toSorted(oldestFirst);
  const numbers = numbersOf(documents, payments);
  const index = new Partners(partners.toSorted((a, b) => compare(a.key, b.key)));
  const evidence = new Map<BankEntry, Evidence>(
    entries.map(entry => [entry, { named: namedIn(entry, numbers), partners: index.of(entry) }]),
  );
  const ordered = entries.toSorted(byDay);
  const recorded = recordedOf(ordered, payments, entry => {
    const found = evidence.get(entry);
    return found ? [...found.partners.keys(), ...found.named.keys()] : [];
  });
  const open = new Proposer(documents, partners);
  const matched = new Map<BankEntry, Matched>();
  for (const entry of ordered) {
    const before = recorded.get(entry) ?? null;
    const isDone = entry.isReversal || before?.isCertain === true;
    const found = evidence.get(entry);
    const proposals = isDone || !found ? [] : open.propose(entry, found, before !== null);
    open.take(proposals);
    matched.set(entry, { entry, status: statusOf(entry, before, proposals), recorded: before, proposals });
  }
  return entries.flatMap(entry => matched.get(entry) ?? []);
}

const byDay = (a: BankEntry, b: BankEntry): number =>
  compare(a.bookingDate, b.bookingDate) || compare(a.bankReference, b.bankReference);

function statusOf(entry: BankEntry, recorded: Recorded | null, proposals: readonly Proposal[]): EntryStatus {
  if (entry.isReversal) return 'reversal';
  if (recorded) return recorded.isCertain ? 'already_recorded' : 'possibly_recorded';
  return proposals.length > 0 ? 'proposed' : 'no_match';
}

/** What speaks for documents and partners in a line. */
interface Evidence {
  named: Named;
  partners: ReadonlyMap<string, ReadonlySet<PartnerReason>>;
}

class Proposer {
  readonly #books: OpenBooks;
  readonly #partners: Map<string, BankPartner>;

  constructor(documents: readonly OpenDocument[], partners: readonly BankPartner[]) {
    this.#books = new OpenBooks(documents);
    this.#partners = new Map(partners.map(partner => [partner.key, partner]));
  }

  /** Takes what the best proposal of a line takes, if it is the only one of high confidence. */
  take([best, next]: readonly Proposal[]): void {
    if (best?.confidence !== 'high' || next?.confidence === 'high') return;
    for (const { document, cents } of best.shares) this.#books.take(document, cents);
  }

  /** Looks at the documents of known partners, at those that are named, and at those of the same amount. */
  propose(entry: BankEntry, { named: ids, partners: known }: Evidence, isPossiblyRecorded: boolean): Proposal[] {
    const book = this.#books.of(entry);
    const found: Proposal[] = [];
    const byIban = [...known].filter(([, reasons]) => reasons.has('iban_known')).map(([key]) => key);
    const add = (key: string, option: Option, isRefund: boolean): void => {
      const partner = this.#partners.get(key);
      if (!partner) return;
      const reasons = new Set<Reason>([...option.reasons, ...(known.get(key) ?? [])]);
      const cautions = new Set<Caution>(option.cautions);
      if (byIban.length > 0 && !byIban.includes(key)) cautions.add('other_payer');
      if (isPossiblyRecorded) cautions.add('possibly_recorded');
      const over = entry.cents - option.shares.reduce((sum, { cents }) => sum + cents, 0);
      found.push(proposalOf(partner, option.shares, { reasons, cautions, isRefund, over }));
    };
    const addAll = ([first]: readonly OpenDocument[], options: readonly Option[]): void => {
      for (const option of options) if (first) add(first.partnerKey, option, first.what === 'refund');
    };
    for (const key of known.keys()) for (const group of book.groupsOf(key)) addAll(group, optionsOf(group, entry.cents, ids));
    const whole = [...ids].filter(([, reasons]) => isWhole(reasons)).map(([id]) => id);
    const ofOthers = book.withIds(whole).filter(({ partnerKey }) => !known.has(partnerKey));
    for (const group of grouped(ofOthers)) addAll(group, [mentionedOption(group, entry.cents, ids)]);
    // Only the amount: as long as few documents have it.
    const alone = book.ofAmount(entry.cents, known, MOST_BY_AMOUNT);
    if (alone.length <= MOST_BY_AMOUNT)
      for (const group of grouped(alone)) {
        const options = equal(group, entry.cents, false);
        addAll(group, alone.length > 1 ? options.map(alike) : options);
      }
    for (const [key, reasons] of known)
      if (this.#isAdvance(key, reasons, entry)) add(key, { shares: [], reasons: [], cautions: [] }, false);
    return bestOf(found);
  }

  /** Whether a client that owes nothing in this currency may have paid in advance. */
  #isAdvance(key: string, reasons: ReadonlySet<PartnerReason>, { flow, currency }: BankEntry): boolean {
    const partner = this.#partners.get(key);
    if (flow !== 'in' || partner?.role !== 'sale' || partner.id === null) return false;
    if (!reasons.has('iban_known') && !reasons.has('tax_code_in_text')) return false;
    return !this.#books.hasBalance(key, currency);
  }
}

const alike = (option: Option): Option => ({ ...option, cautions: [...option.cautions, 'several_alike'] });

/** How the amount may be divided among the documents of one partner that is known. */
function optionsOf(group: readonly OpenDocument[], cents: number, ids: Named): Option[] {
  const whole = group.filter(({ id }) => isWhole(ids.get(id)));
  const mentioned = whole.length > 0 ? whole : group.filter(({ id }) => ids.has(id));
  const options = mentioned.length > 0 ? [mentionedOption(mentioned, cents, ids)] : [];
  options.push(...equal(group, cents, true));
  return options.length > 0 ? options : [rest(group, cents)];
}

/** The documents of one partner that are named: all of them with their series, or none. */
function mentionedOption(mentioned: readonly OpenDocument[], cents: number, ids: Named): Option {
  const option = named(mentioned, cents);
  const reasons = new Set(mentioned.flatMap(({ id }) => [...(ids.get(id) ?? [])]));
  const withSeries = isWhole(reasons);
  if (withSeries) reasons.delete('number_without_series');
  // One number without its series may be that of several documents.
  const isUnclear = !withSeries && mentioned.length > 1 && !option.reasons.includes('sum_of_documents');
  const cautions: Caution[] = [...option.cautions, ...(isUnclear ? (['several_alike'] as const) : [])];
  return { ...option, reasons: [...reasons, ...option.reasons], cautions };
}

function proposalOf(
  partner: BankPartner,
  shares: Share[],
  found: { reasons: Set<Reason>; cautions: Set<Caution>; isRefund: boolean; over: number },
): Proposal & { rule: number } {
  const { level, rule } = confidenceOf(found.reasons, found.cautions);
  return {
    ...{ confidence: level, rule, partner, role: partner.role, isRefund: found.isRefund, over: found.over },
    reasons: REASONS.filter(reason => found.reasons.has(reason)),
    cautions: [...found.cautions].toSorted(compare),
    shares: shares.slice(0, MOST_DOCUMENTS),
  };
}

/** The best proposals, each division of the amount once. */
function bestOf(found: readonly Proposal[]): Proposal[] {
  const best = new Map<string, Proposal>();
  for (const proposal of (found as (Proposal & { rule: number })[]).toSorted(better)) {
    const key = JSON.stringify([
      proposal.partner.key,
      proposal.isRefund,
      proposal.shares.map(({ document, cents }) => [document.id, cents]),
    ]);
    if (!best.has(key)) best.set(key, proposal);
    if (best.size === MOST_PROPOSALS) break;
  }
  return [...best.values()];
}

type Ranked = Proposal & { rule: number };

const better = (a: Ranked, b: Ranked): number =>
  LEVELS.indexOf(a.confidence) - LEVELS.indexOf(b.confidence) ||
  a.rule - b.rule ||
  a.cautions.length - b.cautions.length ||
  b.reasons.length - a.reasons.length ||
  firstOf(a, b) ||
  compare(a.partner.key, b.partner.key);

function firstOf({ shares: [a] }: Proposal, { shares: [b] }: Proposal): number {
  if (!a || !b) return (a ? 0 : 1) - (b ? 0 : 1);
  return oldestFirst(a.document, b.document);
}
