import type { InvoiceDocument, Language } from '../invoices/model.ts';
import { formatOf } from './format.ts';
import { labelsOf } from './labels/index.ts';
import {
  buyerName,
  buyerTaxId,
  exemptionText,
  legalMentions,
  paymentAccount,
  sellerTaxId,
  settlementOf,
  titleOf,
  vatInLei,
} from './printed.ts';

/** A text that the PDF of a document must contain, and what it is. */
export interface MandatoryFact {
  what: string;
  text: string;
}

/**
 * What a printed invoice must say, word for word in its language (Directive 2006/112/EC, Article 226, and the account to
 * pay to): for checking the text of a PDF after rendering. Pure.
 */
export function mandatoryFacts(
  document: InvoiceDocument,
  language: Language = document.language,
  { showBankInfo = true }: { showBankInfo?: boolean } = {},
): MandatoryFact[] {
  const labels = labelsOf(language);
  const format = formatOf(labels);
  const { seller, currency } = document;
  const settlement = settlementOf(document);
  const lei = vatInLei(document);
  const facts: [what: string, text: string | null | undefined | false][] = [
    ['title', titleOf(document, labels)],
    ['number', document.number],
    ['issue date', format.date(document.issueDate)],
    ['due date', document.dueDate && format.date(document.dueDate)],
    ['seller name', seller.name],
    ['seller tax number', sellerTaxId(document)?.value],
    ['seller registration', seller.registrationNumber],
    ['seller address', seller.address],
    ['buyer name', buyerName(document)],
    ['buyer tax number', buyerTaxId(document)?.value],
    ['buyer address', document.client?.address],
    ...document.lines.flatMap((line): [string, string][] => [
      [`line ${line.lineNumber} description`, line.description],
      [`line ${line.lineNumber} quantity`, format.plain(line.quantity)],
      [`line ${line.lineNumber} unit price`, format.price(line.unitPrice)],
      [`line ${line.lineNumber} net amount`, format.money(line.subtotal)],
    ]),
    ...document.vatGroups.flatMap(({ category, rate, taxable, vat }): [string, string | null][] => [
      [`VAT rate ${category} ${rate}`, format.percent(rate)],
      [`taxable amount of ${category} ${rate}`, format.money(taxable)],
      [`VAT of ${category} ${rate}`, format.money(vat)],
      [`exemption reason of ${category}`, exemptionText(document, category, labels)],
    ]),
    ['net total', format.sum(document.subtotal, currency)],
    ['VAT total', format.sum(document.vatTotal, currency)],
    ['total', format.sum(document.total, currency)],
    ['balance', settlement.remaining && format.sum(settlement.remaining, currency)],
    ['VAT in lei', lei && format.sum(lei, 'RON')],
    ['exchange rate', lei && format.plain(document.exchangeRate)],
    ...legalMentions(document, labels).map((text): [string, string] => ['legal mention', text]),
    ['IBAN', showBankInfo && paymentAccount(document).iban],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1])).map(([what, text]) => ({ what, text }));
}

/**
 * The facts that a PDF's extracted text does not contain. Lines of a cell wrap, so white space does not count; a figure
 * must stand alone: 12,00 is not found in 112,00.
 */
export function missingFacts(pdfText: string, facts: readonly MandatoryFact[]): MandatoryFact[] {
  const spaced = pdfText.normalize('NFC').replace(/\s+/g, ' ');
  const dense = spaced.replaceAll(' ', '');
  return facts.filter(({ text }) => {
    const wanted = text.normalize('NFC').replace(/\s+/g, ' ').trim();
    return isFigure(wanted) ? !standsAlone(wanted, spaced) : !dense.includes(wanted.replaceAll(' ', ''));
  });
}

const isFigure = (text: string): boolean => /^-?[\d.,\s]+(%| [A-Z]{3})?$/.test(text);

function standsAlone(figure: string, text: string): boolean {
  for (let at = text.indexOf(figure); at >= 0; at = text.indexOf(figure, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + figure.length, at + figure.length + 2);
    if (!/\d[.,]?$|-$/.test(before) && !/^[.,]?\d/.test(after)) return true;
  }
  return false;
}
