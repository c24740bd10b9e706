import type { Printing } from '#shared/documents/common/files/complete.ts';
import { asInvoice } from '#shared/documents/common/fiscal/blank-invoice.ts';
import { printedAmounts } from '#shared/documents/common/print/amounts.ts';
import { linesTable } from '#shared/documents/common/print/lines.ts';
import { printedBuyer, printedSeller } from '#shared/documents/common/print/parties.ts';
import { printedTotals } from '#shared/documents/common/print/totals.ts';
import { vatTable } from '#shared/documents/common/print/vat.ts';
import { fact, factField, field, present, unbroken, type Wording, wordingOf } from '#shared/documents/common/print/wording.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import type { PrintedDocument, PrintedSection, PrintedTotals, PrintedTransport } from '#shared/output/pdf/document.ts';
import { inGroups } from '#shared/output/pdf/format.ts';
import type { Labels } from '#shared/output/pdf/labels/index.ts';
import type { PrintOptions } from '#shared/output/pdf/key.ts';
import { deliveryNoteFile } from './identity.ts';
import { readDeliveryNote } from './read.ts';
import { identifierOf } from './transport/identifier.ts';

/** How delivery notes are printed. They do not record their PDF: its key is derived from its content (pdf/key.ts). */
export const DELIVERY_NOTE_PRINTING: Printing<DeliveryNoteDocument> = {
  title: KINDS.delivery_note.title,
  read: async (company, id) => (await readDeliveryNote(company, id))?.document,
  identity: deliveryNoteFile,
  print: (document: DeliveryNoteDocument, _: PdfTemplateConfiguration, options) => printedDeliveryNote(document, options),
};

const WATERMARKS: Partial<Record<DeliveryNoteDocument['status'], (labels: Labels) => string>> = {
  draft: labels => labels.draft,
  cancelled: labels => labels.cancelledNote,
};

/** The content of a delivery note's PDF, with or without VAT and prices (DLN-45). Pure. */
export function printedDeliveryNote(document: DeliveryNoteDocument, options: PrintOptions = {}): PrintedDocument {
  const wording = wordingOf('ro');
  const { labels, format } = wording;
  // Parties, lines, VAT and totals are printed as on the invoice that will follow.
  const sale = asInvoice(document);
  const amounts = printedAmounts(sale);
  const section = (heading: string, text: string | null): PrintedSection | null => (text ? { heading, text } : null);
  const { deputyName, deputyIdentityCard, deputyAuto } = document;
  const deputy = [deputyName, deputyIdentityCard && unbroken(`${labels.identityCard} ${deputyIdentityCard}`)].filter(Boolean);
  return {
    language: labels.language,
    title: document.returnOf ? labels.title.returnNote : labels.title.deliveryNote,
    number: document.number,
    company: document.seller.name,
    watermark: WATERMARKS[document.status]?.(labels) ?? null,
    changedAt: document.updatedAt,
    dates: present([
      factField('issue date', labels.issueDate, format.date(document.issueDate)),
      options.hidePrices ? null : field(labels.currency, document.currency),
    ]),
    parties: present([printedSeller(sale, wording), printedBuyer(sale, wording)]),
    references: present([
      factField('note whose goods come back', labels.returnOf, document.returnOf?.number),
      field(labels.reference.project, document.projectReference),
      field(labels.reference.deliveryLocation, document.deliveryLocation),
      field(labels.destination, document.destination),
      field(labels.transferCause, document.transferCause),
    ]),
    transport: printedTransport(document, wording),
    lines: linesTable(amounts.lines, wording, options),
    adjustments: null,
    vat: options.hidePrices || options.hideVat ? null : vatTable(sale, amounts, wording),
    legalMentions: [fact('legal mention', document.invoiceFollows ? labels.invoiceFollows : labels.noInvoiceFollows)],
    totals: totals(),
    payment: null,
    statement: null,
    remarks: present([section(labels.mentions, document.mentions), section(labels.notes, document.notes)]),
    people: present([
      field(labels.issuer, document.issuerName),
      factField('deputy', labels.deputy, deputy.join(', ')),
      factField('vehicle', labels.vehicle, deputyAuto),
      field(labels.salesAgent, document.salesAgent),
    ]),
    signatures: document.status === 'cancelled' ? [] : Object.values(labels.signatures),
  };

  function totals(): PrintedTotals | null {
    if (options.hidePrices) return null;
    if (!options.hideVat)
      return printedTotals(
        sale,
        amounts,
        { settlement: { paid: null, credited: null, remaining: null }, isOpen: false },
        wording,
      );
    const net = format.sum(amounts.net, document.currency);
    return { payable: net, rows: [{ label: labels.subtotal, ...fact('net total', net), weight: 'grand' }] };
  }
}

/** The identifier of the transport with validity, vehicle and date; null without one. A cancelled one is printed without these. */
function printedTransport(document: DeliveryNoteDocument, { labels, format }: Wording): PrintedTransport | null {
  const identifier = identifierOf(document);
  if (!identifier) return null;
  const { uit, isCancelled, validUntil, vehicle, trailers, transportDate } = identifier;
  const said = labels.transport;
  const shown = inGroups(uit);
  const heading = said.heading;
  if (isCancelled) {
    const facts = [said.cancelledUit, shown].map(text => ({ what: 'cancelled transport identifier', text }));
    return { heading, identifier: { label: said.cancelledUit, text: shown, facts }, code: null, fields: [] };
  }
  const date = (what: string, label: string, day: string | null) => factField(what, label, day && format.date(day));
  return {
    heading,
    identifier: { label: said.uit, ...fact('transport identifier', shown) },
    code: uit,
    fields: present([
      date('validity of the transport identifier', said.validUntil, validUntil),
      factField('transport vehicle', said.vehicle, vehicle),
      factField('trailers', said.trailers, trailers.join(', ')),
      date('transport date', said.date, transportDate),
    ]),
  };
}
