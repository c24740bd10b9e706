import { fiscalDayOf, fiscalTaxPointOf } from '#shared/model/fiscal/projection.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { isSelfAssessed } from '#shared/model/purchase/model.ts';

/** Warnings about a purchase that is entered by hand, by the closed periods and the VAT registration of its company (PUR-8, PUR-15). Pure. */
export const entryWarnings = (document: Invoice): string[] => [...unregistered(document), ...late(document)];

function unregistered(document: Invoice): string[] {
  const { received, purchase } = document;
  if (!purchase || received?.vat?.isPayer !== false) return [];
  const owed = isSelfAssessed(purchase)
    ? ' What it would owe itself is shown: whether it is registered by art. 317 of the Fiscal Code is not known here.'
    : '';
  return [
    `vatDeductiblePercent: the company was not registered for VAT on ${fiscalTaxPointOf(document)}, so that nothing is deductible.${owed}`,
  ];
}

function late(document: Invoice): string[] {
  const { countedIn, purchase } = document;
  if (!countedIn || !purchase) return [];
  const month = fiscalDayOf(document).slice(0, 7);
  const [field, owed] = isSelfAssessed(purchase)
    ? [
        'taxPointDate',
        ` The company owed its VAT for ${month} already; a recapitulative statement of ${month} is corrected for that month.`,
      ]
    : ['receivedDate', ''];
  return [`${field}: the books of ${month} are closed, so that the purchase counts in ${countedIn} as a correction.${owed}`];
}
