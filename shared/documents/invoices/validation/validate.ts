import { seriesWarnings } from '#shared/documents/common/fiscal/series-warnings.ts';
import { correctsParent, standingWarnings } from '#shared/model/correction-warnings.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import { vatStatusWarnings } from '#shared/model/vat/status.ts';
import type { Company } from '#shared/model/company.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { readInvoiceHeader } from '../header.ts';
import { quickValidation } from './quick.ts';
import type { ValidationResult } from './result.ts';

/** Validates a stored document as it is (INV-34), with warnings that depend on its parent and its series. */
export async function validateInvoice(
  company: Company,
  document: InvoiceDocument,
  series: readonly Series[],
  mode: 'quick' | 'full',
): Promise<ValidationResult> {
  const parent = correctsParent(document) ? await readInvoiceHeader(company.id, document.parentDocumentId ?? '') : undefined;
  const warnings = [
    ...standingWarnings(document, parent),
    ...seriesWarnings(document, series),
    ...vatStatusWarnings(company, document, today()),
  ];
  if (mode === 'quick') return quickValidation(document, warnings);
  // Loaded on demand: the rules and what they read are large.
  const { fullValidation } = await import('./full.ts');
  return fullValidation(document, warnings);
}
