import { getXml } from '#shared/output/files/xml.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import type { Shared } from './visit.ts';

/** The XML for the client. @throws 404 when the document has none */
export async function sharedXml({ invoice }: Shared): Promise<Uint8Array> {
  if (!invoice.xmlPath) throw notFound('Share link');
  const stored = await getXml(invoice.xmlPath);
  if (stored !== undefined) return stored;
  // Rare: a process died before the file was written. Its writer is loaded only then.
  const { issuedXml } = await import('../files/xml.ts');
  return issuedXml(invoice.companyId, invoice.id);
}
