import type { DraftingContext } from '../documents/drafting.ts';
import type { InvoiceContext } from '../documents/fiscal/context.ts';
import type { InvoiceDocument } from '../model/invoice.ts';
import { isSelfBilled } from '../model/roles.ts';
import { automaticVat } from '../model/vat/rules.ts';
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

/**
 * What is unusual about the VAT of the client's country that `autoApplyVatRules` gave the lines, though it is what the rule says
 * (interface.md §Request body). Pure.
 */
export function automaticVatWarnings(
  document: InvoiceDocument,
  { autoApplyVatRules }: Pick<InvoiceChanges, 'autoApplyVatRules'>,
  { client, company }: Pick<InvoiceContext, 'client' | 'company'>,
): string[] {
  if (!autoApplyVatRules || !client || isSelfBilled(document)) return [];
  const vat = automaticVat(client);
  if (vat?.category !== 'S') return [];
  const charged = `autoApplyVatRules: the VAT of ${client.country} is charged (${vat.rate} %)`;
  const isUnknown = client.vatCode !== null && client.viesValid === null;
  return [
    ...(isUnknown
      ? [
          `${charged}, because the EU VAT register could not be asked about ${client.vatCode}; if it is valid, state vatCategoryCode AE or K.`,
        ]
      : []),
    ...(company.oss ? [] : [`${charged}, which is for companies in the OSS scheme; the company is not (oss).`]),
  ];
}
