import { documentAllowanceCharges } from './write/allowance-charge.ts';
import { delivery } from './write/delivery.ts';
import { figures as figuresOf, isCreditNoteXml } from '#shared/model/amounts/document-figures.ts';
import { header } from './write/header.ts';
import { creditNoteLine, invoiceLine } from './write/line.ts';
import { monetaryTotal } from './write/monetary-total.ts';
import { buyerParty, payeeParty, sellerParty } from './write/party.ts';
import { paymentMeans, paymentTerms } from './write/payment.ts';
import { references } from './write/references.ts';
import { taxTotals } from './write/tax-total.ts';
import { siblings } from '#shared/base/kernel/xml.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';

const NAMESPACES =
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
  ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"';

/**
 * Writes a document as UBL 2.1 XML by CIUS-RO 1.0.1: `CreditNote` for type 381, else `Invoice`. Callers must encode it as UTF-8.
 *
 * Fields that the document does not have are left out. Nothing is validated (see validation/) and no text is lost: a line
 * description that is too long for a name is written in full as description. Internal notes, balances, the sales agent and the
 * delegate's personal data are not written, since EN 16931 has no business terms for them.
 */
export function writeUbl(document: InvoiceDocument): string {
  const creditNote = isCreditNoteXml(document);
  const root = creditNote ? 'CreditNote' : 'Invoice';
  const figures = figuresOf(document);
  const { currency } = document;

  const content = siblings(
    header(document), // BT-1 to BT-24, BG-1, BG-14
    references(document), // BT-11 to BT-18, BG-3, BG-24
    sellerParty(document), // BG-4
    buyerParty(document), // BG-7
    payeeParty(document), // BG-10
    delivery(document), // BG-13
    paymentMeans(document), // BG-16
    paymentTerms(document), // BT-20
    documentAllowanceCharges(figures.adjustments, currency), // BG-20, BG-21
    taxTotals(document, figures), // BT-110, BT-111, BG-23
    monetaryTotal(figures, currency), // BG-22
    ...figures.lines.map(line => (creditNote ? creditNoteLine(line, currency) : invoiceLine(line, currency))), // BG-25
  );

  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" ${NAMESPACES}>`,
    content,
    `</${root}>`,
    '',
  ].join('\n');
}
