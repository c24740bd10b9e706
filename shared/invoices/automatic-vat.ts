import type { DraftingContext } from '../documents/drafting.ts';
import type { InvoiceContext } from '../documents/fiscal/context.ts';
import type { InvoiceDocument } from '../model/invoice.ts';
import { isSelfBilled } from '../model/roles.ts';
import { automaticVat } from '../model/vat/rules.ts';
import type { InvoiceChanges } from './input.ts';

/**
 * Asks the EU VAT register about a client whose number could not be checked when its record was written, and puts the answer into
 * the context. While the register is unreachable, the client is treated as not registered.
 */
export async function withVatAnswer<T extends Pick<DraftingContext, 'client'>>(
  { autoApplyVatRules }: Pick<InvoiceChanges, 'autoApplyVatRules'>,
  context: T,
): Promise<T> {
  const { client } = context;
  if (!autoApplyVatRules || client?.viesValid !== null) return context;
  // Loaded on demand: few requests need it.
  const [{ inVatRegistry }, { checkedVat }] = await Promise.all([
    import('../parties/clients/rules.ts'),
    import('../parties/clients/vat.ts'),
  ]);
  return inVatRegistry(client) ? { ...context, client: await checkedVat(client) } : context;
}

/**
 * Warnings for lines to which `autoApplyVatRules` gave the VAT rate of the client's country: the rule requires that rate
 * (interface.md §Request body), but it is right only under conditions that the caller should check. Pure.
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
