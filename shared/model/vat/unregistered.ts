import type { FieldErrors } from '../../kernel/errors.ts';
import { decimal } from '../../kernel/money.ts';
import type { InvoiceDocument } from '../invoice.ts';
import { isSelfBilled, statesVatRegistration } from '../roles.ts';

/** VAT that is charged by who is not registered for it (decisions.md §E-invoice mapping, "Seller that is not a VAT payer"). Pure. */

/** The lines that charge it. What takes back earlier VAT may be of the time when the seller was registered. */
function chargingLines(document: InvoiceDocument): number[] {
  if (document.isCreditNote || statesVatRegistration(document)) return [];
  return document.lines.flatMap((line, place) => (decimal(line.vatRate).gt(0) && decimal(line.quantity).gt(0) ? [place] : []));
}

const sellerOf = (document: InvoiceDocument): string =>
  isSelfBilled(document) ? 'the client, who is the seller,' : 'the company';

/** What create, update and validation warn of. */
export function unregisteredWarnings(document: InvoiceDocument): string[] {
  const [first] = chargingLines(document);
  if (first === undefined) return [];
  return [
    `lines.${first}.vatRate: ${sellerOf(document)} is not registered for VAT and must not charge it; leave vatRate out, or the document is not issued.`,
  ];
}

/** What refuses the issue, by field. */
export const unregisteredViolations = (document: InvoiceDocument): FieldErrors =>
  Object.fromEntries(
    chargingLines(document).map(place => [
      `lines.${place}.vatRate`,
      [`must be 0: ${sellerOf(document)} is not registered for VAT`],
    ]),
  );
