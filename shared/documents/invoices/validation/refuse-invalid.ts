import type { FieldErrors } from '#shared/base/kernel/errors.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';

/**
 * Refuses a document that full validation finds invalid (fail closed).
 *
 * @param xml the XML that will be sent; by default it is written from the document
 * @param violations messages by field of other checks
 * @throws 422 whose details contain messages by field, and under `rules` the findings
 */
export async function refuseInvalid(
  document: InvoiceDocument,
  { xml, violations }: { xml?: string; violations?: FieldErrors } = {},
): Promise<void> {
  // Loaded on demand: the rules are a quarter of the code of the function.
  const { fullRefusal } = await import('./full.ts');
  const refusal = await fullRefusal(document, { xml, violations });
  if (refusal) throw refusal;
}
