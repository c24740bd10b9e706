import { newId } from '#shared/base/kernel/ids.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { amount, type Big, decimal, plain } from '#shared/base/kernel/money.ts';
import { reportTo } from '#shared/documents/common/draft-rules.ts';
import { checkedDraft } from '#shared/documents/common/fiscal/draft-rules.ts';
import { MAX_LINES } from '#shared/documents/common/input.ts';
import { common, drawnFrom, groupOfLine, groupsOf, keyOf, minus, netOf, refusalOf } from '#shared/model/amounts/advances.ts';
import type { Draw, GroupAmount } from '#shared/model/amounts/draws.ts';
import { owedOf } from '#shared/model/amounts/owed.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import type { Language } from '#shared/model/document.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import type { Payment } from '#shared/model/payment.ts';
import { reasonOfLine } from '#shared/model/vat/exemptions.ts';

/** The final invoice that settles advances (INV-98, INV-99). Pure. */

/** An invoice that may be an advance of a final invoice. */
export interface Advance {
  document: InvoiceDocument;
  /** Whether a document that counts credits or corrects it. */
  isCorrected: boolean;
  /** Its place in the request, and the amount to take off it; undefined when the request does not name it. */
  named?: { place: number; amount: string | null | undefined };
}

export interface Settled {
  document: InvoiceDocument;
  draws: Draw[];
  /** What stays open of each advance of which something is left. */
  left: { number: string; amount: string }[];
}

/** The document without its lines that settle advances. */
function withoutDraws(final: InvoiceDocument): InvoiceDocument {
  const { draws = [], ...rest } = final;
  const gone = new Set(draws.flatMap(({ lineIds }) => lineIds));
  return gone.size === 0 ? rest : { ...rest, lines: rest.lines.filter(({ id }) => !gone.has(id)) };
}

/**
 * The draft with the lines that settle advances, in place of those that it had. Of each VAT category and rate it settles at most what the
 * draft charges; an advance that is not named settles what fits.
 *
 * @param advances in the order in which they are settled
 * @throws 422 by field: an invoice that is no open advance, an amount of which not as much is left or fits, no advance at all
 */
export function settled(final: InvoiceDocument, advances: readonly Advance[], payments: readonly Payment[]): Settled {
  const errors: FieldErrors = {};
  const report = reportTo(errors);
  const blank = withoutDraws(final);
  let room = groupsOf(blank);
  const draws: Draw[] = [];
  const lines: DocumentLine[] = [];
  const left: Settled['left'] = [];
  for (const { document, isCorrected, named } of advances) {
    const path = named ? `advances.${named.place}` : 'advances';
    const refusal = document.received?.duplicateOf ? DUPLICATE : refusalOf(document, isCorrected, final);
    if (refusal !== undefined) {
      if (named) report(`${path}.id`, refusal);
      continue;
    }
    const open = minus(groupsOf(document), drawnFrom(document, final.id));
    const asked = named?.amount == null ? undefined : decimal(named.amount);
    const groups = common(open, room, asked);
    const taken = netOf(groups);
    if (named) reportMissing({ document, open, taken, asked, path }, report);
    const rest = netOf(open).minus(taken);
    if (rest.gt(0)) left.push({ number: document.number, amount: amount(rest) });
    if (taken.eq(0)) continue;
    room = minus(room, groups);
    const made = groups.map(group => settlingLine(blank, document, group));
    lines.push(...made);
    draws.push({
      ...{ id: document.id, number: document.number, issueDate: document.issueDate, groups },
      lineIds: made.map(({ id }) => id),
    });
  }
  if (blank.lines.length + lines.length > MAX_LINES)
    report('advances', `need ${lines.length} lines, and the invoice may have at most ${MAX_LINES}`);
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const numbered = [...blank.lines, ...lines].map((line, place) => ({ ...line, lineNumber: place + 1 }));
  const document = checkedDraft({ ...blank, lines: numbered, ...(draws.length > 0 && { draws }) }, errors);
  if (payments.length > 0 && decimal(owedOf(document)).lte(0))
    throw invalidFields({ advances: ['the amount to pay must stay above 0, because payments are recorded'] });
  return { document: settledBy(document, payments), draws, left };
}

/** Of what was delivered twice, or imported and then delivered, one document counts: only that is an advance. */
const DUPLICATE = 'must be an invoice that counts: the authority has delivered it a second time, see its duplicateOf';

interface Named {
  document: Invoice;
  open: readonly GroupAmount[];
  taken: Big;
  asked: Big | undefined;
  path: string;
}

/** Reports a named advance of which nothing, or less than the request asks for, can be settled. */
function reportMissing({ document, open, taken, asked, path }: Named, report: (field: string, message: string) => void): void {
  const left = netOf(open);
  const of = `${document.number} has ${amount(left)} ${document.currency} without VAT`;
  if (left.eq(0)) report(`${path}.id`, 'must be an advance of which something is open: all of it is drawn');
  else if (taken.eq(0))
    report(`${path}.id`, 'must have a VAT category and rate of which the invoice charges more than the other advances settle');
  else if (asked?.gt(taken))
    report(`${path}.amount`, `must be at most ${amount(taken)}: ${of}, and the invoice has no more of its VAT rates to settle`);
}

const TEXTS: Record<Language, [string, string]> = {
  ro: ['Avans conform facturii', 'din'],
  en: ['Advance as of invoice', 'of'],
  de: ['Anzahlung laut Rechnung', 'vom'],
  fr: ['Acompte selon facture', 'du'],
};

/** The line that takes off an advance's share of a VAT group: with the rate of exchange of the advance (TAX-38). */
function settlingLine(final: Invoice, advance: InvoiceDocument, group: GroupAmount): DocumentLine {
  const like = advance.lines.find(line => keyOf(groupOfLine(advance, line)) === keyOf(group));
  const reason = like && group.notInBase && group.category === 'E' ? reasonOfLine(advance, like) : null;
  const [text, of] = TEXTS[final.language];
  const [year, month, day] = advance.issueDate.split('-');
  return {
    id: newId(),
    lineNumber: 0,
    description: `${text} ${advance.number} ${of} ${day}.${month}.${year}`,
    quantity: '-1',
    unitPrice: group.amount,
    unitOfMeasure: 'buc',
    vatRate: plain(decimal(group.rate)),
    vatCategoryCode: group.category,
    vatRateId: like?.vatRateId ?? null,
    vatRateName: like?.vatRateName ?? null,
    ...{ productId: null, productCode: null, productName: null, discount: null, discountPercent: null },
    vatIncluded: false,
    ...(final.currency !== 'RON' && { exchangeRate: advance.exchangeRate }),
    // What was no turnover when it was charged is none when it is settled.
    ...(group.notInBase && like?.turnoverKind && { turnoverKind: like.turnoverKind }),
    ublExtensions: reason && {
      ...(reason.text && { taxExemptionReason: reason.text }),
      ...(reason.code && { taxExemptionReasonCode: reason.code }),
    },
    ...{ discountAmount: '0.00', subtotal: '0.00', vatAmount: '0.00', total: '0.00' },
  };
}
