import type { DraftingContext } from '#shared/documents/common/drafting.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { isSelfBilled } from '#shared/model/roles.ts';
import { automaticVat, awaitsRegister } from '#shared/model/vat/rules.ts';
import type { InvoiceChanges } from './input.ts';

/**
 * Asks the EU VAT register about a client whose number could not be checked when its record was written, and puts the answer into
 * the context. While the register is unreachable, the lines stay as they are sent.
 */
export async function withVatAnswer<T extends Pick<DraftingContext, 'client'>>(
  { autoApplyVatRules }: Pick<InvoiceChanges, 'autoApplyVatRules'>,
  context: T,
): Promise<T> {
  const { client } = context;
  if (!autoApplyVatRules || client?.viesValid !== null) return context;
  // Loaded on demand: few requests need it.
  const [{ inVatRegistry }, { checkedVat }] = await Promise.all([
    import('#shared/records/parties/clients/rules.ts'),
    import('#shared/records/parties/clients/vat.ts'),
  ]);
  return inVatRegistry(client) ? { ...context, client: await checkedVat(client) } : context;
}

/**
 * Warnings about what `autoApplyVatRules` decided, or could not decide, and the caller should check. Pure.
 */
export function automaticVatWarnings(
  document: InvoiceDocument,
  { autoApplyVatRules }: Pick<InvoiceChanges, 'autoApplyVatRules'>,
  { client, company }: Pick<InvoiceContext, 'client' | 'company'>,
): string[] {
  if (!autoApplyVatRules || !client || isSelfBilled(document)) return [];
  const { country, vatCode } = client;
  if (awaitsRegister(client))
    return [
      `autoApplyVatRules: the EU VAT register could not be asked about ${vatCode}, so the VAT of the lines is as sent; if the number is valid, state vatCategoryCode AE for services and K for goods, else the VAT rate of ${country}.`,
    ];
  const vat = automaticVat(client, undefined);
  if (vat?.category === 'S' && !company.oss)
    return [
      `autoApplyVatRules: the VAT of ${country} is charged (${vat.rate} %), which is for companies in the OSS scheme; the company is not (oss).`,
    ];
  const unknown = document.lines.findIndex(line => line.kind === undefined);
  if (vat?.category !== 'AE' || unknown < 0) return [];
  return [
    `lines.${unknown}.kind: the line does not say whether it sells goods or a service and counts as a service (AE); goods that leave Romania are K.`,
  ];
}
