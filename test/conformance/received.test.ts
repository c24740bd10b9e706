import { describe, expect, it } from 'vitest';
import { readUbl } from '#shared/authority/einvoice/ubl/read.ts';
import { invoiceContent } from '#shared/authority/einvoice/ubl/read-content.ts';
import { XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { receivedDocument } from '#shared/documents/invoices/received/document.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import type { Company } from '#shared/model/company.ts';
import { oracleAvailable } from '../support/einvoice/oracle.ts';
import { corpusSpecimens } from './corpus.ts';

const delivery = {
  direction: 'incoming',
  uploadIndex: '1',
  deliveredAt: '2026-11-22T10:00:00.000Z',
  xmlPath: 'a.xml',
  received: { messageId: '2', archivePath: 'a.zip', duplicateOf: null },
} as const;

/** The text of an element of the totals, found without the reader under test. */
const stated = (xml: string, element: string): string | undefined => {
  const totals = /<(?:[\w-]+:)?LegalMonetaryTotal\b[^]*?<\/(?:[\w-]+:)?LegalMonetaryTotal>/.exec(xml)?.[0] ?? '';
  return new RegExp(`<(?:[\\w-]+:)?${element}\\b[^>]*>\\s*([^<\\s]+)\\s*<`).exec(totals)?.[1];
};

describe.skipIf(!oracleAvailable)('documents of the public corpora, as received documents', () => {
  it('are stored with the amounts that they state, or rejected with a reason', () => {
    const company = { id: 'c', cif: '40123452' } as Company;
    const wrong: string[] = [];
    let stored = 0;
    for (const { name, xml } of corpusSpecimens()) {
      try {
        const content = invoiceContent(readUbl(xml));
        const document = receivedDocument(content, company, delivery, { supplierId: null, clientId: null });
        const sign = content.isCreditNote ? -1 : 1;
        const same = (amount: string, element: string): boolean =>
          decimal(amount)
            .times(sign)
            .eq(decimal(stated(xml, element)).round(2));
        if (!same(document.total, 'TaxInclusiveAmount') || !same(document.subtotal, 'TaxExclusiveAmount')) wrong.push(name);
        if (!same(document.payable ?? document.total, 'PayableAmount')) wrong.push(`${name} (payable)`);
        stored++;
      } catch (error) {
        if (!(error instanceof XmlError) || error.message === '') throw new Error(name, { cause: error });
      }
    }
    expect(wrong).toEqual([]);
    // Most of the corpora are snippets, which lack parties or totals.
    expect(stored).toBeGreaterThan(50);
  });
});
