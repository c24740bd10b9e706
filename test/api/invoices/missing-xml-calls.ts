import { expect } from 'vitest';
import { hasFile, removeFile } from '#shared/platform/aws/documents-bucket.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import type { Invoice } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import type { Service } from '../../support/service.ts';

/** Requests of these tests. */
export function missingXmlCalls(service: () => Service) {
  const trader = useTrader({ service, connected: true, lasting: true });
  const { request, issued, xmlOf, detailOf } = trader;

  /** An issued invoice whose XML is not in the bucket, as if the process had died before it was written. */
  async function withoutXml(): Promise<{ invoice: Invoice; xml: string; path: string }> {
    const invoice = await issued();
    await service().idle();
    const xml = await xmlOf(invoice.id);
    const stored = await readInvoice(trader.scope.company, invoice.id);
    const path = stored?.document.xmlPath ?? '';
    expect(await hasFile(path)).toBe(true);
    await removeFile(path);
    return { invoice, xml, path };
  }
  return { trader, request, xmlOf, detailOf, withoutXml };
}
