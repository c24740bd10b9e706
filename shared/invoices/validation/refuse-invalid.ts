import type { FieldErrors } from '../../kernel/errors.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';

/**
 * Refuses a document that full validation finds invalid (fail closed).
 *
 * @param xml the very bytes that are to be sent, where there are some
 * @param violations messages by field of what else refuses it
 * @throws 422 whose details hold messages by field, and under `rules` the findings
 */
export async function refuseInvalid(
  document: InvoiceDocument,
  { xml, violations }: { xml?: string; violations?: FieldErrors } = {},
): Promise<void> {
  // Loaded when there is something to judge: the rules are a quarter of the function's code.
  const { fullRefusal } = await import('./full.ts');
  const refusal = await fullRefusal(document, { xml, violations });
  if (refusal) throw refusal;
}
