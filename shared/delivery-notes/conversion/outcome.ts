import type { Actor } from '../../access/model.ts';
import type { Conversion } from '../../documents/convertible/input.ts';
import type { ReadContext } from '../../documents/drafting-context.ts';
import type { HeaderChange } from '../../documents/definition.ts';
import { newEvent } from '../../documents/timeline.ts';
import { convertedDraft, type SourceFields } from '../../invoices/convert.ts';
import { validation } from '../../kernel/errors.ts';
import { decimal } from '../../kernel/money.ts';
import type { Company } from '../../model/company.ts';
import { asConverted, type DeliveryNote, type DeliveryNoteDocument } from '../../model/convertible/delivery-note.ts';
import type { PersonRef } from '../../model/document.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';
import { deliveryNoteNotification } from '../notification.ts';

/** What a conversion makes of delivery notes: the draft of an invoice, and converted notes. Pure. */

/** What a conversion is decided on beside its notes. */
export interface ConversionContext {
  company: Company;
  /** Read for the client and the products of the notes. */
  records: ReadContext;
  by: Actor;
}

/**
 * The draft that invoices notes: their lines in order, the texts of the first, the latest due date.
 *
 * @throws 422 when the client, a VAT rate, a product or the series is gone, and when there would be nothing to pay
 */
export function invoiceOfNotes(
  notes: readonly DeliveryNoteDocument[],
  request: Conversion,
  { company, records, by }: ConversionContext,
): InvoiceDocument {
  const [first] = notes;
  if (!first) throw new Error('A conversion needs a delivery note.');
  const isOne = notes.length === 1;
  const source: DeliveryNoteDocument = {
    ...first,
    dueDate: notes.map(({ dueDate }) => dueDate ?? '').reduce((latest, date) => (date > latest ? date : latest)),
    lines: notes.flatMap(({ lines }) => lines),
  };
  const invoice = convertedDraft(
    source,
    request,
    {
      fields: suppliedBy(notes),
      links: isOne
        ? { deliveryNoteId: first.id, deliveryNoteReference: first.number }
        : { deliveryNoteIds: notes.map(({ id }) => id) },
    },
    { ...records, company, parent: undefined, parentLines: [], credits: [] },
    by,
  );
  if (decimal(invoice.total).lte(0))
    throw validation('Delivery notes of returned goods need others with more to be invoiced with.', {
      lines: ['the total of the invoice must be greater than 0'],
    });
  return invoice;
}

/** Who took the goods, the note itself (BT-16) and when the goods were delivered (BT-72, or BG-14 over several days). */
function suppliedBy(notes: readonly DeliveryNoteDocument[]): SourceFields {
  const [first] = notes;
  const days = notes.map(({ issueDate }) => issueDate).sort();
  const [from, to] = [days[0] ?? '', days.at(-1) ?? ''];
  return {
    invoiceTypeCode: '380',
    deputyName: first?.deputyName ?? null,
    deputyIdentityCard: first?.deputyIdentityCard ?? null,
    deputyAuto: first?.deputyAuto ?? null,
    // BT-16 takes one reference.
    ...(notes.length === 1 && { despatchAdviceReference: first?.number ?? null }),
    ublExtensions: from === to ? { delivery: { actualDeliveryDate: from } } : { invoicePeriod: { startDate: from, endDate: to } },
  };
}

/** A note that was converted, as the change that makes it so. */
export function convertedNote<D extends DeliveryNote>(
  before: D,
  invoiceId: string,
  { at, by }: { at: string; by: PersonRef | null },
): HeaderChange<DeliveryNote> & { after: D } {
  const after = asConverted(before, invoiceId, at);
  const event = newEvent('status_change', 'converted', 'Delivery note converted into an invoice', by, { invoiceId });
  return { before, after, recorded: [{ event, webhooks: [deliveryNoteNotification('delivery_note.converted', after)] }] };
}
