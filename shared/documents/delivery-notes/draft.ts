import type { Actor } from '#shared/platform/access/model.ts';
import type { ConvertibleContext } from '#shared/documents/common/convertible/context.ts';
import { blankConvertible, draftedWith, withTotals } from '#shared/documents/common/convertible/draft.ts';
import { seriesOf } from '#shared/documents/common/drafting.ts';
import { withProductDefaults } from '#shared/authority/etransport/product-defaults.ts';
import { statedTransport, statedTransportLine } from '#shared/authority/etransport/stated.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { dottedDate } from '#shared/base/kernel/dates.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { decimal, plain } from '#shared/base/kernel/money.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import type { ProformaDocument } from '#shared/model/convertible/proforma.ts';
import { defaultRate, publishedFor } from '#shared/model/exchange-rate.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { NEVER_SUBMITTED, NO_TRANSPORT, NO_TRANSPORT_OF_LINE, type TransportLineFields } from '#shared/model/transport.ts';
import type { DeliveryNoteBody } from './input.ts';

/** Builds drafts of delivery notes: from a request, from a proforma, or as the return of another note. Pure. */

type Context = Pick<ConvertibleContext, 'company' | 'bankAccounts'>;

const blank = (context: Context, by: Actor): DeliveryNoteDocument => ({
  ...blankConvertible(context, by),
  status: 'draft',
  ...{ deputyName: null, deputyIdentityCard: null, deputyAuto: null },
  ...{ invoiceFollows: true, transferCause: null, destination: null, returnOf: null, proformaId: null },
  ...NO_TRANSPORT,
  ...NEVER_SUBMITTED,
});

/** A new note. @throws 404, 422 as `draftedWith` */
export const newDeliveryNote = (body: DeliveryNoteBody, context: ConvertibleContext, by: Actor): DeliveryNoteDocument =>
  deliveryNoteWith(blank(context, by), body, context);

/**
 * The note with the values of a request. Fields that the request omits get their defaults, except the series, which stays.
 *
 * @throws 404, 422 as `draftedWith`
 */
export function deliveryNoteWith(
  draft: DeliveryNoteDocument,
  body: DeliveryNoteBody,
  context: ConvertibleContext,
): DeliveryNoteDocument {
  const stated: DeliveryNoteDocument = {
    ...draft,
    deputyName: body.deputyName ?? null,
    deputyIdentityCard: body.deputyIdentityCard ?? null,
    deputyAuto: body.deputyAuto ?? null,
    invoiceFollows: body.invoiceFollows ?? true,
    transferCause: body.transferCause ?? null,
    destination: body.destination ?? null,
    ...statedTransport(body),
  };
  return draftedWith(stated, body, context, {
    kind: KINDS.delivery_note,
    seriesId: body.documentSeriesId ?? undefined,
    isReturn: draft.returnOf !== null,
    line: (line, place) => withTransport(line, statedTransportLine(body.lines[place] ?? {}), context),
    check: ({ issueDate }, report) => {
      if (issueDate > today()) report('issueDate', 'must not be in the future');
    },
  });
}

/** A line with the fields of its goods in a transport declaration: those of the request, else those of its product. */
const withTransport = (
  line: DocumentLine,
  stated: TransportLineFields,
  { products }: Pick<ConvertibleContext, 'products'>,
): DocumentLine => ({
  ...line,
  transport: withProductDefaults(stated, line, line.productId === null ? undefined : products.get(line.productId)),
});

/** The delivery note for the goods of a proforma (DLN-14, DLN-15). */
export function noteOfProforma(proforma: ProformaDocument, context: ConvertibleContext, by: Actor): DeliveryNoteDocument {
  const note: DeliveryNoteDocument = {
    ...blank(context, by),
    proformaId: proforma.id,
    issueDate: today(),
    dueDate: proforma.dueDate,
    ...defaultRate(proforma.currency, {
      parent: proforma,
      published: publishedFor({ issueDate: today() }, [], context.published),
    }),
    clientId: proforma.clientId,
    client: proforma.client,
    notes: proforma.notes,
    deliveryLocation: proforma.deliveryLocation,
    projectReference: proforma.projectReference,
    ...(proforma.metadata && { metadata: proforma.metadata }),
    lines: proforma.lines.map(line => withTransport({ ...line, id: newId() }, NO_TRANSPORT_OF_LINE, context)),
  };
  return withTotals({ ...note, ...seriesOf(note, undefined, KINDS.delivery_note, context.series) });
}

/** The return of all goods of another note: the same lines with negative quantities (DLN-30 to DLN-32). */
export function noteOfReturn(source: DeliveryNoteDocument, context: ConvertibleContext, by: Actor): DeliveryNoteDocument {
  const fresh = blank(context, by);
  const note: DeliveryNoteDocument = {
    ...source,
    ...{ id: fresh.id, version: 1, number: fresh.number, sequence: null, status: 'draft', seriesId: null, series: null },
    ...{ issueDate: today(), issuedAt: null, createdBy: fresh.createdBy, createdAt: fresh.createdAt, updatedAt: fresh.updatedAt },
    ...NEVER_SUBMITTED,
    // What was declared of the source's transport stays with the source.
    ...{ transportRecords: [], pastTransportRecords: [] },
    returnOf: { id: source.id, number: source.number },
    notes: `Storno la avizul ${source.number} din ${dottedDate(source.issueDate)}`,
    lines: source.lines.map(line => ({ ...line, id: newId(), quantity: plain(decimal(line.quantity).neg()) })),
  };
  return withTotals({ ...note, ...seriesOf(note, undefined, KINDS.delivery_note, context.series) });
}
