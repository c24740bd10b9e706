import { compare } from '#shared/base/kernel/collate.ts';
import { type Caution, type Confidence, confidenceOf, LEVELS, type Reason, REASONS } from './confidence.ts';
import { type BankEntry, type BankPartner, type KnownPayment, type OpenDocument, type Role, settles } from './entry.ts';
import { Partners, type PartnerReason } from './names.ts';
import { Numbers } from './numbers.ts';
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

type Named = Map<string, Set<Reason>>;

/**
 * The proposals of each line, in the order of the lines. They depend on the order of neither lines nor documents: what a line takes with high
 * confidence is not offered to lines of later days again.
 */
export function matchEntries(entries: readonly BankEntry[], known: Known): Matched[] {
  const { partners, payments } = known;
  const documents = known.documents.filter(({ cents }) => cents > 0).toSorted(oldestFirst);
  const numbers = numbersOf(documents, payments);
  const index = new Partners(partners.toSorted((a, b) => compare(a.key, b.key)));
  const evidence = new Map(entries.map(entry => [entry, { named: namedIn(entry, numbers), partners: index.of(entry) }]));
  const ordered = entries.toSorted(byDay);
  const recorded = recordedOf(ordered, payments, (entry, payment) => {
    const found = evidence.get(entry);
    return (
      found !== undefined && (found.partners.has(payment.partnerKey) || payment.documents.some(({ id }) => found.named.has(id)))
    );
  });
  const open = new OpenBooks(documents, partners);
  const matched = new Map<BankEntry, Matched>();
  for (const entry of ordered) {
    const before = recorded.get(entry) ?? null;
    const isDone = entry.isReversal || before?.isCertain === true;
    const found = evidence.get(entry);
    const proposals = isDone || !found ? [] : open.propose(entry, found.named, found.partners, before !== null);
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

/** The numbers of what is open, of what credited it, and of what was paid in these months. */
const numbersOf = (documents: readonly OpenDocument[], payments: readonly KnownPayment[]): Numbers =>
  new Numbers([
    ...documents.flatMap(({ id, number, issueDate, alsoNamed }) =>
      [number, ...alsoNamed].map(one => ({ id, number: one, issueDate })),
    ),
    ...payments.flatMap(({ documents: paid }) => paid.map(one => ({ ...one, issueDate: null }))),
  ]);

function namedIn({ text, references, endToEndId }: BankEntry, numbers: Numbers): Named {
  const found: Named = new Map();
  const note = (written: string | null, reason: Reason): void => {
    for (const [id, how] of numbers.in(written ?? '')) {
      const reasons = found.get(id) ?? new Set();
      found.set(id, reasons.add(how === 'whole' ? reason : 'number_without_series'));
    }
  };
  note(text, 'number_in_text');
  for (const reference of references) note(reference, 'structured_reference');
  note(endToEndId, 'end_to_end_reference');
  return found;
}

/** What is open, less what earlier lines have taken. */
class OpenBooks {
  readonly #open: Map<string, OpenDocument>;
  readonly #ofPartner: Map<string, string[]>;
  readonly #partners: Map<string, BankPartner>;

  constructor(documents: readonly OpenDocument[], partners: readonly BankPartner[]) {
    this.#open = new Map(documents.map(document => [keyOf(document), document]));
    this.#ofPartner = Map.groupBy(this.#open.keys(), key => this.#open.get(key)?.partnerKey ?? '');
    this.#partners = new Map(partners.map(partner => [partner.key, partner]));
  }

  /** Takes what the best proposal of a line takes, if it is the only one of high confidence. */
  take([best, next]: readonly Proposal[]): void {
    if (best?.confidence !== 'high' || next?.confidence === 'high') return;
    for (const { document, cents } of best.shares) {
      const key = keyOf(document);
      this.#open.set(key, { ...document, cents: document.cents - cents });
    }
  }

  propose(
    entry: BankEntry,
    namedIds: Named,
    known: ReadonlyMap<string, ReadonlySet<PartnerReason>>,
    isPossiblyRecorded: boolean,
  ): Proposal[] {
    const documents = [...this.#open.values()].filter(
      one => one.cents > 0 && one.currency === entry.currency && settles(one, entry.flow),
    );
    const groups = Map.groupBy(documents, ({ partnerKey, what }) => `${partnerKey} ${what}`);
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
    const alone: [OpenDocument, Option][] = [];
    for (const group of groups.values()) {
      const [first] = group;
      if (!first) continue;
      const isKnown = known.has(first.partnerKey);
      for (const option of optionsOf(group, entry.cents, namedIds, isKnown))
        if (isKnown || isNamed(option)) add(first.partnerKey, option, first.what === 'refund');
        else alone.push([first, option]);
    }
    // Only the amount: as long as few documents have it.
    if (alone.length <= MOST_BY_AMOUNT)
      for (const [first, option] of alone)
        add(first.partnerKey, alone.length > 1 ? alike(option) : option, first.what === 'refund');
    for (const [key, reasons] of known)
      if (this.#isAdvance(key, reasons, entry)) add(key, { shares: [], reasons: [], cautions: [] }, false);
    return bestOf(found);
  }

  /** Whether a client that owes nothing in this currency may have paid in advance. */
  #isAdvance(key: string, reasons: ReadonlySet<PartnerReason>, { flow, currency }: BankEntry): boolean {
    const partner = this.#partners.get(key);
    if (flow !== 'in' || partner?.role !== 'sale' || partner.id === null) return false;
    if (!reasons.has('iban_known') && !reasons.has('tax_code_in_text')) return false;
    const own = (this.#ofPartner.get(key) ?? []).map(id => this.#open.get(id));
    return !own.some(one => one && one.cents > 0 && one.currency === currency && one.what === 'balance');
  }
}

const keyOf = ({ id, what }: OpenDocument): string => `${id} ${what}`;

const NUMBER_REASONS = new Set<Reason>(['number_in_text', 'structured_reference', 'end_to_end_reference']);
const isNamed = ({ reasons }: Option): boolean => reasons.some(reason => NUMBER_REASONS.has(reason));
const alike = (option: Option): Option => ({ ...option, cautions: [...option.cautions, 'several_alike'] });

/** How the amount may be divided among the documents of one partner. */
function optionsOf(group: readonly OpenDocument[], cents: number, namedIds: Named, isKnown: boolean): Option[] {
  const reasonsOf = ({ id }: OpenDocument): Set<Reason> => namedIds.get(id) ?? new Set();
  const isWhole = (one: OpenDocument): boolean => [...reasonsOf(one)].some(reason => NUMBER_REASONS.has(reason));
  const whole = group.filter(isWhole);
  const mentioned = whole.length > 0 ? whole : isKnown ? group.filter(one => reasonsOf(one).size > 0) : [];
  const options: Option[] = [];
  if (mentioned.length > 0) {
    const option = named(mentioned, cents);
    const reasons = new Set(mentioned.flatMap(one => [...reasonsOf(one)]));
    if (whole.length > 0) reasons.delete('number_without_series');
    // One number without its series may be that of several documents.
    const isUnclear = whole.length === 0 && mentioned.length > 1 && !option.reasons.includes('sum_of_documents');
    const cautions: Caution[] = [...option.cautions, ...(isUnclear ? (['several_alike'] as const) : [])];
    options.push({ ...option, reasons: [...reasons, ...option.reasons], cautions });
  }
  options.push(...equal(group, cents, isKnown));
  if (options.length === 0 && isKnown) options.push(rest(group, cents));
  return options;
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
  }
  return [...best.values()].slice(0, MOST_PROPOSALS);
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
