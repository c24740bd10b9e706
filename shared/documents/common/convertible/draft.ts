import type { Actor } from '#shared/platform/access/model.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { newId, randomHex } from '#shared/base/kernel/ids.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { computeTotals } from '#shared/model/amounts/totals.ts';
import type { Convertible, ConvertibleDocument } from '#shared/model/convertible/document.ts';
import { publishedFor, rateAfterChange } from '#shared/model/exchange-rate.ts';
import type { Kind } from '#shared/model/kinds.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { withMetadata } from '#shared/model/callers-data/metadata.ts';
import { checkCurrency, checkExchangeRate, checkTotals, type Report, reportTo } from '../draft-rules.ts';
import { linesOf, partiesOf, sellerOf, seriesOf } from '../drafting.ts';
import type { LineBody } from '../input.ts';
import { vatStatusOn } from '#shared/model/vat/status.ts';
import { personOf } from '../timeline.ts';
import type { ConvertibleContext } from './context.ts';
import type { ConvertibleBody } from './input.ts';

/** How proformas and delivery notes are drafted. Pure. */

/** A new draft with default values, before those of a request are set. */
export function blankConvertible(context: Pick<ConvertibleContext, 'company' | 'bankAccounts'>, by: Actor): ConvertibleDocument {
  const at = instant();
  return {
    ...{ companyId: context.company.id, id: newId(), version: 1, number: `DRAFT-${randomHex(4)}`, sequence: null },
    ...{ status: 'draft', seriesId: null, series: null, issueDate: '', dueDate: null, currency: 'RON' },
    ...{ exchangeRate: '1', exchangeRateDate: null },
    ...{
      seller: sellerOf(context.company, context.bankAccounts, { currency: 'RON', issueDate: at.slice(0, 10) }),
      clientId: null,
      client: null,
    },
    ...{ notes: null, deliveryLocation: null, projectReference: null, issuerName: null, issuerId: null, salesAgent: null },
    ...{ mentions: null, internalNote: null, lines: [], vatGroups: [] },
    ...{ subtotal: '0.00', discount: '0.00', vatTotal: '0.00', total: '0.00' },
    ...{ issuedAt: null, cancellationReason: null, cancellationNotes: null, cancelledAt: null },
    ...{ convertedAt: null, convertedInvoiceId: null },
    ...{ createdBy: personOf(by), createdAt: at, updatedAt: at },
  };
}

/** What differs between proformas and delivery notes when they are drafted. */
export interface ConvertibleRules<D extends ConvertibleDocument> {
  kind: Pick<Kind, 'seriesType' | 'seriesField'>;
  /** The series that the request names: undefined = unchanged. */
  seriesId: string | null | undefined;
  /** Adds the line fields that only this kind has. `place` is the zero-based index of the line. */
  line?(drafted: DocumentLine, place: number): DocumentLine;
  /** The document returns goods of another one: quantities must be below 0. */
  isReturn?: boolean;
  /** Rules that only this kind has. */
  check?(draft: D, report: Report): void;
}

/**
 * The draft with the values of a request: every field is replaced (PRO-7, DLN-10).
 *
 * @param draft with the kind's own fields already set
 * @throws 404 for a client, series, VAT rate, product or issuer that the company does not have; 422 with field messages
 */
export function draftedWith<D extends ConvertibleDocument>(
  draft: D,
  body: ConvertibleBody & { lines: readonly (LineBody | object)[] },
  context: ConvertibleContext,
  { kind, seriesId, line, isReturn = false, check }: ConvertibleRules<D>,
): D {
  const errors: FieldErrors = {};
  const report = reportTo(errors);
  if (body.issuerId && !context.issuer) throw notFound('Issuer');
  const published = publishedFor({ issueDate: body.issueDate }, [], context.published);
  const rate = rateAfterChange(draft, { ...body, exchangeRate: body.exchangeRate ?? null }, { published });
  const stated: D = withMetadata({ ...draft, ...statedFields(body), ...rate }, body.metadata);
  const next: D = {
    ...stated,
    ...partiesOf(stated, body.clientId, context),
    ...seriesOf(stated, seriesId, kind, context.series),
  };
  checkCurrency(next, report);
  checkExchangeRate(next, report);
  if (next.dueDate !== null && next.dueDate < next.issueDate) report('dueDate', 'must not be before issueDate');
  check?.(next, report);
  const lines = draftedLines(draft.lines, body.lines, { context, isReturn, issueDate: next.issueDate }, report);
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return withTotals({ ...next, lines: line ? lines.map(line) : lines });
}

const statedFields = (body: ConvertibleBody): Partial<Convertible> => ({
  issueDate: body.issueDate,
  dueDate: body.dueDate,
  deliveryLocation: body.deliveryLocation ?? null,
  projectReference: body.projectReference ?? null,
  issuerName: body.issuerName ?? null,
  issuerId: body.issuerId ?? null,
  salesAgent: body.salesAgent ?? null,
  notes: body.notes ?? null,
  mentions: body.mentions ?? null,
  internalNote: body.internalNote ?? null,
});

/** The lines of a body. A line whose `uuid` is that of a stored line keeps this id; the others get new ids. */
function draftedLines(
  before: readonly DocumentLine[],
  bodies: ConvertibleBody['lines'],
  { context, isReturn, issueDate }: { context: ConvertibleContext; isReturn: boolean; issueDate: string },
  report: Report,
): DocumentLine[] {
  const terms = { chargesVat: vatStatusOn(context.company, issueDate).registered, isCreditNote: false };
  const lines = linesOf(bodies as LineBody[], terms, context, report);
  const named = new Set<string>();
  return lines.map((line, place) => {
    const { uuid, quantity } = bodies[place]!;
    if (!isReturn && decimal(quantity).lt(0)) report(`lines.${place}.quantity`, 'must be greater than 0');
    if (isReturn && decimal(quantity).gt(0)) report(`lines.${place}.quantity`, 'must be less than 0 on a return');
    if (!uuid) return line;
    if (!before.some(({ id }) => id === uuid)) report(`lines.${place}.uuid`, 'must be the uuid of a stored line, or absent');
    if (named.has(uuid)) report(`lines.${place}.uuid`, 'must not be used by two lines');
    named.add(uuid);
    return { ...line, id: uuid };
  });
}

/** The document with its amounts computed. @throws 422 for amounts that are too large */
export function withTotals<D extends ConvertibleDocument>(document: D): D {
  const { lines, vatGroups, subtotal, discount, vatTotal, total } = computeTotals(document.lines);
  const drafted = { ...document, lines, vatGroups, subtotal, discount, vatTotal, total };
  checkTotals(drafted);
  return drafted;
}
