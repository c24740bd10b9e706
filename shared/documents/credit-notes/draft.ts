import type { Actor } from '#shared/platform/access/model.ts';
import { linesOf, partiesOf, seriesOf } from '#shared/documents/common/drafting.ts';
import { type Report, reportTo } from '#shared/documents/common/draft-rules.ts';
import { blankInvoice } from '#shared/documents/common/fiscal/blank-invoice.ts';
import { checkedDraft } from '#shared/documents/common/fiscal/draft-rules.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import { buyerNumberWarnings } from '#shared/model/codes/check-digits.ts';
import { seriesWarnings } from '#shared/documents/common/fiscal/series-warnings.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { badRequest, type FieldErrors, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { amount, decimal, sum } from '#shared/base/kernel/money.ts';
import { canBeReversed } from '#shared/model/amounts/settlement.ts';
import { groupKey } from '#shared/model/amounts/totals.ts';
import { publishedFor, rateAfterChange, type RateChanges, rateWarnings } from '#shared/model/exchange-rate.ts';
import { withInherited } from '#shared/model/inherited.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { withMetadata } from '#shared/model/callers-data/metadata.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { parentFields } from '#shared/model/preceding.ts';
import { receiverOf, receiverParty } from '#shared/model/receiver.ts';
import { chargesVat } from '#shared/model/vat/status.ts';
import { checkDates } from './dates.ts';
import type { CreditNoteBody } from './input.ts';

/** Drafts of credit notes (CRN-6 to CRN-27). Pure. */

/** What a credit note is drafted with. */
export interface CreditContext extends InvoiceContext {
  /** The credited invoice. */
  parent: Invoice;
}

/** The context of a body that names the invoice that was read. @throws 404 when the company does not have that invoice */
export function crediting(body: CreditNoteBody, context: InvoiceContext): CreditContext {
  const { parent } = context;
  if (parent?.id !== body.parentDocumentId) throw notFound('Parent document');
  return { ...context, parent };
}

/** A new credit note with the fields that it copies from the credited invoice; `withCredit` then applies the request. */
export function blankCreditNote(body: CreditNoteBody, context: CreditContext, by: Actor): InvoiceDocument {
  const { parent } = context;
  return {
    ...blankInvoice(body, context, personOf(by)),
    isCreditNote: true,
    documentType: 'credit_note',
    invoiceTypeCode: '381',
    ...receiverOf(parent),
    language: parent.language,
    tvaLaIncasare: parent.tvaLaIncasare,
    platitorTva: parent.platitorTva,
  };
}

/**
 * Applies a request body to a draft. The body replaces the whole draft; only lines that it names by their `uuid` keep their ids.
 *
 * @throws 400 when the credited invoice has a client and the body names none; 404 for a client, series, VAT rate or product that the
 *   company does not have; 422 with messages by field for values that break a rule.
 */
export function withCredit(draft: InvoiceDocument, body: CreditNoteBody, context: CreditContext): InvoiceDocument {
  const lineIds = namedLines(draft, body);
  const changed = stated(draft, body, context);
  const document = { ...changed, lines: changed.lines.map((line, place) => ({ ...line, id: lineIds[place] ?? line.id })) };
  const { parent, parentLines } = context;
  checkAgainstParent(document, parent);
  return withInherited(document, { ...parent, lines: [...parentLines] });
}

/** The credit note with the values of the body; fields that the body omits return to their defaults. */
function stated(draft: InvoiceDocument, body: CreditNoteBody, context: CreditContext): InvoiceDocument {
  const { parent } = context;
  const rate = rateAfterChange(draft, rateOf(body), {
    parent,
    published: publishedFor({ ...draft, ...fieldsOf(body) }, [], context.published),
  });
  const next: InvoiceDocument = withMetadata({ ...draft, ...fieldsOf(body), ...rate }, body.metadata);
  const errors: FieldErrors = {};
  Object.assign(next, partiesOf(next, body.clientId, context));
  if (!next.clientId) next.client = receiverParty(next);
  Object.assign(next, seriesOf(next, body.seriesId, KINDS.credit_note, context.series));
  checkParent(parent, reportTo(errors));
  delete next.selfBilled;
  Object.assign(next, parentFields(parent));
  const terms = { chargesVat: chargesVat(next, context.company), isCreditNote: true };
  const lines = linesOf(body.lines, terms, context, reportTo(errors));
  next.lines = withParentCategories(lines, body.lines, parent, reportTo(errors));
  return checkedDraft(next, errors);
}

/**
 * The lines with the category of the credited invoice where they are at 0 %: the company's rates of 0 % do not tell reverse charge, export
 * and exemption apart (CRN-12). Reports lines to which several apply.
 */
function withParentCategories(
  lines: readonly DocumentLine[],
  bodies: CreditNoteBody['lines'],
  { vatGroups, number }: Invoice,
  report: Report,
): DocumentLine[] {
  const categories = vatGroups.filter(({ rate }) => decimal(rate).eq(0)).map(({ category }) => category);
  const [only] = categories;
  return lines.map((line, place) => {
    const isStated = Boolean(bodies[place]?.vatCategoryCode);
    if (!only || isStated || line.turnoverKind || !decimal(line.vatRate).eq(0) || categories.includes(line.vatCategoryCode))
      return line;
    if (categories.length === 1) return { ...line, vatCategoryCode: only };
    report(`lines.${place}.vatCategoryCode`, `must be one of ${categories.join(', ')}: ${number} has all of them at 0 %`);
    return line;
  });
}

const fieldsOf = (body: CreditNoteBody) => ({
  issueDate: body.issueDate,
  dueDate: body.dueDate,
  invoiceTypeCode: body.invoiceTypeCode ?? '381',
  notes: body.notes ?? null,
  paymentTerms: body.paymentTerms ?? null,
  issuerName: body.issuerName ?? null,
  issuerId: body.issuerId ?? null,
  mentions: body.mentions ?? null,
  internalNote: body.internalNote ?? null,
  precedingInvoices: body.precedingInvoices ?? [],
  ublExtensions: body.ublExtensions ?? null,
});

const rateOf = ({ currency, exchangeRate, issueDate }: CreditNoteBody): RateChanges => ({
  currency,
  exchangeRate: exchangeRate ?? null,
  issueDate,
});

/**
 * Reports a parent that is a draft (it has no number to refer to), cancelled and not validated by the authority before, a credit note, or
 * not issued by the company.
 */
function checkParent(parent: Invoice, report: Report): void {
  if (!canBeReversed(parent)) report('parentDocumentId', 'must be an issued document');
  if (parent.isCreditNote) report('parentDocumentId', 'must not be a credit note itself');
  if (parent.direction !== 'outgoing') report('parentDocumentId', 'must be an invoice of the company');
}

/** The ids to keep, by line index. @throws 422 for a `uuid` that is no line of the draft, or that occurs twice */
function namedLines(draft: InvoiceDocument, body: CreditNoteBody): (string | undefined)[] {
  const own = new Set(draft.lines.map(line => line.id));
  const errors: FieldErrors = {};
  const seen = new Set<string>();
  const ids = body.lines.map(({ uuid }, place) => {
    // A new credit note has no lines yet: a `uuid` in the body is ignored, and each line gets a new id.
    if (!uuid || own.size === 0) return undefined;
    if (!own.has(uuid)) errors[`lines.${place}.uuid`] = ['must be a line of this credit note'];
    else if (seen.has(uuid)) errors[`lines.${place}.uuid`] = ['must not occur twice'];
    seen.add(uuid);
    return uuid;
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return ids;
}

/**
 * @throws 400 for a missing client; 422 when client, currency or dates do not agree with the credited invoice, or a line is not
 * negative
 */
function checkAgainstParent(document: InvoiceDocument, parent: Invoice): void {
  if (document.clientId === null && parent.clientId !== null)
    throw badRequest('Invalid or missing: clientId.', { clientId: ['must be the client of the credited invoice'] });
  const errors: FieldErrors = {};
  const report = reportTo(errors);
  if (document.clientId !== parent.clientId) report('clientId', 'must be the client of the credited invoice');
  if (document.currency !== parent.currency)
    report('currency', `must be ${parent.currency}, the currency of the credited invoice`);
  checkDates(document, parent, report);
  document.lines.forEach((line, place) => {
    if (decimal(line.total).gte(0)) report(`lines.${place}.total`, 'must be negative: negate the quantity or the unit price');
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** Warnings about what is allowed but unusual: crediting more than the invoice's total, or at rates other than the invoice's. */
export function creditWarnings(document: InvoiceDocument, { parent, credits, series }: CreditContext): string[] {
  const others = credits.filter(one => one.id !== document.id && one.status !== 'cancelled').map(one => one.total);
  const total = sum([...others, document.total]).abs();
  const groups = new Set(parent.vatGroups.map(group => groupKey({ vatCategoryCode: group.category, vatRate: group.rate })));
  const places = document.lines.flatMap((line, place) => (groups.has(groupKey(line)) ? [] : [place]));
  return [
    ...(total.gt(parent.total)
      ? [`The credit notes of ${parent.number} add up to ${amount(total)}, more than its total of ${parent.total}.`]
      : []),
    ...rateWarnings(document),
    ...seriesWarnings(document, series),
    ...buyerNumberWarnings(document),
    ...places.map(place => `lines.${place}.vatRateId: ${parent.number} has no line at this VAT rate.`),
  ];
}
