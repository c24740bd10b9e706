import { officialRulesInstalled } from '#shared/authority/einvoice/official/installed.ts';
import { accountWarnings } from '#shared/model/amounts/payment-account.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { quickCheck } from '#shared/documents/common/fiscal/quick-check.ts';
import { resultOf, type ValidationResult } from './result.ts';

/** The quick level of validation (INV-34). @param more warnings of checks that need other data than the document */
export function quickValidation(document: InvoiceDocument, more: readonly string[] = []): ValidationResult {
  const { errors: quick, warnings } = quickCheck(document);
  return resultOf(
    { quick, warnings: [...warnings, ...accountWarnings(document), ...more], findings: [] },
    officialRulesInstalled(),
  );
}
