import type { FieldErrors } from '#shared/base/kernel/errors.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import type { InvoiceDocument } from '../invoice.ts';
import { isSelfBilled, statesVatRegistration } from '../roles.ts';

/**
 * Checks that a seller without VAT registration charges no VAT (TAX-16).
 * Pure.
 */

/** Indexes of the lines that charge VAT. Lines that take back earlier VAT are allowed: the seller may have been registered then. */
function chargingLines(document: InvoiceDocument): number[] {
  if (document.isCreditNote || statesVatRegistration(document)) return [];
  return document.lines.flatMap((line, place) => (decimal(line.vatRate).gt(0) && decimal(line.quantity).gt(0) ? [place] : []));
}

const sellerOf = (document: InvoiceDocument): string =>
  isSelfBilled(document) ? 'the client, who is the seller,' : 'the company';

/** Warnings of create, update and validation. */
export function unregisteredWarnings(document: InvoiceDocument): string[] {
  const [first] = chargingLines(document);
  if (first === undefined) return [];
  return [
    `lines.${first}.vatRate: ${sellerOf(document)} is not registered for VAT and must not charge it; leave vatRate out, or the document is not issued.`,
  ];
}

/** Violations that block issuing, by field. */
export const unregisteredViolations = (document: InvoiceDocument): FieldErrors =>
  Object.fromEntries(
    chargingLines(document).map(place => [
      `lines.${place}.vatRate`,
      [`must be 0: ${sellerOf(document)} is not registered for VAT`],
    ]),
  );
