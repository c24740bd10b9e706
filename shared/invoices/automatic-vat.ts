import type { DraftingContext } from '../documents/drafting.ts';
import type { InvoiceChanges } from './input.ts';

/**
 * The context with what the EU's register says now of a client that it could not be asked about when the record was made. While it is
 * out of reach the client counts as one that the register does not know.
 */
export async function withVatAnswer<T extends Pick<DraftingContext, 'client'>>(
  { autoApplyVatRules }: Pick<InvoiceChanges, 'autoApplyVatRules'>,
  context: T,
): Promise<T> {
  const { client } = context;
  if (!autoApplyVatRules || client?.viesValid !== null) return context;
  // Few requests come here.
  const [{ inVatRegistry }, { checkedVat }] = await Promise.all([
    import('../parties/clients/rules.ts'),
    import('../parties/clients/vat.ts'),
  ]);
  return inVatRegistry(client) ? { ...context, client: await checkedVat(client) } : context;
}
