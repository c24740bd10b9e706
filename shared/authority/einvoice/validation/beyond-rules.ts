import { amount, decimal } from '#shared/base/kernel/money.ts';
import { exemptionReason } from '#shared/model/vat/exemptions.ts';
import { figures, isNegated } from '#shared/model/amounts/document-figures.ts';
import { paymentAccount } from '../ubl/write/payment.ts';
import { invoicedObjectEntry } from '../ubl/write/references.ts';
import { missingAccount } from '#shared/model/amounts/payment-account.ts';
import { unitCode } from '#shared/model/codes/units.ts';
import type { DocumentFinding } from './finding.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';

/**
 * Findings that no rule about the XML can have, because they are about data that the XML cannot contain, or contains differently
 * than the caller may expect.
 */
export const beyondRules = (document: InvoiceDocument): DocumentFinding[] => [
  ...payeeWithoutName(document),
  ...unknownUnits(document),
  ...withoutAccount(document),
  ...typesLeftOut(document),
  ...anotherTotal(document),
  ...unmeasuredTexts(document),
];

type Found = Pick<DocumentFinding, 'rule' | 'businessTerm' | 'field' | 'message'>;

const warning = (found: Found): DocumentFinding => ({ severity: 'warning', xpath: null, ...found });

/** Identifiers of a payee can only be written together with its name (BG-10). */
function payeeWithoutName(document: InvoiceDocument): DocumentFinding[] {
  const identified = document.payeeIdentifier ?? document.payeeLegalRegistrationIdentifier;
  if (!identified || document.payeeName?.trim()) return [];
  const message = 'Set payeeName: a payee with identifiers needs a name.';
  return [{ rule: 'BR-17', severity: 'fatal', message, businessTerm: 'BT-59', xpath: null, field: 'payeeName' }];
}

const unknownUnits = (document: InvoiceDocument): DocumentFinding[] =>
  document.lines.flatMap(({ unitOfMeasure }, index) =>
    unitCode(unitOfMeasure).known
      ? []
      : warning({
          rule: 'BR-CL-23',
          businessTerm: 'BT-130',
          field: `lines.${index}.unitOfMeasure`,
          message: `Unit "${unitOfMeasure}" has no UN/ECE code and is written as pieces (H87). If that is wrong, use a unit that has a code.`,
        }),
  );

function withoutAccount(document: InvoiceDocument): DocumentFinding[] {
  if (document.paymentMethod !== 'bank_transfer' || paymentAccount(document).iban !== null) return [];
  return [warning({ rule: 'BT-84', businessTerm: 'BT-84', ...missingAccount(document) })];
}

/** The type of a reference is only written for the invoiced object. */
const typesLeftOut = (document: InvoiceDocument): DocumentFinding[] =>
  (document.ublExtensions?.additionalDocumentReferences ?? []).flatMap((entry, index) => {
    const type = entry.documentTypeCode?.trim();
    if (!type || index === invoicedObjectEntry(document)) return [];
    return warning({
      rule: 'UBL-SR-43',
      businessTerm: 'BT-122',
      field: `ublExtensions.additionalDocumentReferences.${index}.documentTypeCode`,
      message: `An e-invoice cannot state the type of a supporting document: the reference is written without type ${type}.`,
    });
  });

function anotherTotal(document: InvoiceDocument): DocumentFinding[] {
  const { taxInclusive } = figures(document);
  // With the sign of the document's total: the XML of a credit note has the opposite sign.
  const stated = amount(isNegated(document) ? taxInclusive.neg() : taxInclusive);
  if (stated === amount(decimal(document.total))) return [];
  const message = `Allowances and charges of ublExtensions change only the e-invoice: its total is ${stated}, the document's ${document.total}.`;
  return [warning({ rule: 'BT-112', businessTerm: 'BT-112', field: 'ublExtensions.allowanceCharges', message })];
}

/** The longest reason that CIUS-RO allows, in characters. Its official rule set does not check this. */
const LONGEST_REASON = 100;

function unmeasuredTexts(document: InvoiceDocument): DocumentFinding[] {
  const reasons = (document.ublExtensions?.allowanceCharges ?? []).map(({ chargeIndicator, reason }, index) => ({
    rule: chargeIndicator ? 'BR-RO-L1018' : 'BR-RO-L1017',
    businessTerm: chargeIndicator ? 'BT-104' : 'BT-97',
    what: 'reason',
    text: reason,
    field: `ublExtensions.allowanceCharges.${index}.reason`,
  }));
  const exemptions = [...new Set(document.lines.map(line => line.vatCategoryCode))].map(category => ({
    rule: 'BR-RO-L1019',
    businessTerm: 'BT-120',
    what: 'VAT exemption reason',
    text: exemptionReason(document, category)?.text,
    field: 'ublExtensions.taxExemptionReason',
  }));
  return [...reasons, ...exemptions].flatMap(({ rule, businessTerm, what, text, field }) => {
    const length = measured(text);
    const message = `Shorten the ${what} to ${LONGEST_REASON} characters; it has ${length}.`;
    return length > LONGEST_REASON ? warning({ rule, businessTerm, field, message }) : [];
  });
}

/** Length in characters as the rules measure it: a run of white space counts as one (`string-length(normalize-space())`). */
const measured = (text: string | null | undefined): number => [...(text?.trim().replace(/\s+/g, ' ') ?? '')].length;
