import type { InvoiceQuota } from '#shared/platform/access/invoice-quota.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { Conversion } from '#shared/documents/common/convertible/input.ts';
import type { ReadContext } from '#shared/documents/common/drafting-context.ts';
import type { HeaderChange } from '#shared/documents/common/definition.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import { convertedDraft, type SourceFields } from '#shared/documents/invoices/convert.ts';
import { validation } from '#shared/base/kernel/errors.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import type { Company } from '#shared/model/company.ts';
import { asConverted, type DeliveryNote, type DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { deliveryNoteNotification } from '../notification.ts';

/** Computes the results of a conversion: the draft invoice and the converted notes. Pure. */

/** The input of a conversion, in addition to the notes. */
export interface ConversionContext {
  company: Company;
  /** Read for the client and the products of the notes. */
  records: ReadContext;
  by: Actor;
  /** The limit of the organization's plan; undefined if it has none. */
  quota: InvoiceQuota | undefined;
}

/**
 * The draft invoice of several notes: the lines of all in order, the texts of the first note, the latest due date.
 *
 * @throws 422 when the client, a VAT rate, a product or the series no longer exists, and when the total is not greater than 0
 */
export function invoiceOfNotes(
  notes: readonly DeliveryNoteDocument[],
  request: Conversion,
  { company, records, by }: Omit<ConversionContext, 'quota'>,
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
    throw validation('Returned goods exceed the delivered ones: convert these notes together with others.', {
      lines: ['the total of the invoice must be greater than 0'],
    });
  return invoice;
}

/** The deputy who took the goods, the numbers of the notes (BT-16), and when the goods were delivered. */
function suppliedBy(notes: readonly DeliveryNoteDocument[]): SourceFields {
  const [first] = notes;
  return {
    invoiceTypeCode: '380',
    deputyName: first?.deputyName ?? null,
    deputyIdentityCard: first?.deputyIdentityCard ?? null,
    deputyAuto: first?.deputyAuto ?? null,
    despatchAdviceReference: numbersOf(notes),
    ...datesOfSupply(notes),
  };
}

/** The date of delivery (BT-72), or the period of several deliveries (BG-14): the tax point of their invoice follows from them. */
export function datesOfSupply(notes: readonly Pick<DeliveryNote, 'issueDate'>[]): Pick<SourceFields, 'ublExtensions'> {
  const days = notes.map(({ issueDate }) => issueDate).sort();
  const [from, to] = [days[0] ?? '', days.at(-1) ?? ''];
  return {
    ublExtensions: from === to ? { delivery: { actualDeliveryDate: from } } : { invoicePeriod: { startDate: from, endDate: to } },
  };
}

/** The most characters of BT-16 (BR-RO-L200). */
const LONGEST_REFERENCE = 200;

/** The numbers of the notes in the one reference that an e-invoice has (BT-16); of very many, the first and the last. */
export function numbersOf(notes: readonly Pick<DeliveryNote, 'number'>[]): string {
  const numbers = notes.map(({ number }) => number);
  const all = numbers.join(', ');
  return all.length <= LONGEST_REFERENCE
    ? all
    : `${numbers[0]} … ${numbers.at(-1)} (${numbers.length})`.slice(0, LONGEST_REFERENCE);
}

/** The change that marks a note as converted. */
export function convertedNote<D extends DeliveryNote>(
  before: D,
  invoiceId: string,
  { at, by }: { at: string; by: PersonRef | null },
): HeaderChange<DeliveryNote> & { after: D } {
  const after = asConverted(before, invoiceId, at);
  const event = newEvent('status_change', 'converted', 'Delivery note converted into an invoice', by, { invoiceId });
  return { before, after, recorded: [{ event, webhooks: [deliveryNoteNotification('delivery_note.converted', after)] }] };
}
