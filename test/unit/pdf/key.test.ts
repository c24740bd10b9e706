import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIGURATION } from '#shared/output/pdf/configuration.ts';
import { pdfKey, type PrintOptions } from '#shared/output/pdf/key.ts';
import { invoiceFile } from '#shared/documents/invoices/print/identity.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { usualDocument } from './sample.ts';

const key = (document: InvoiceDocument): string => pdfKey(invoiceFile(document), DEFAULT_CONFIGURATION, null);

/** The same value with the keys of its maps in reverse order, as a table may return them. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, turned(inner)]),
  );
};

describe('the key of a PDF depends on its content', () => {
  const document = usualDocument();

  it('not on the order of keys in the table', () => {
    expect(key(turned(document) as InvoiceDocument)).toBe(key(document));
  });

  it('not on data that are not printed', () => {
    expect(key({ ...document, version: document.version + 1, pdfPath: 'x', internalNote: 'y', rowHash: 'z', seal: 'z' })).toBe(
      key(document),
    );
  });

  it('on the order of lines, and on every printed fact', () => {
    const others = [
      { ...document, lines: document.lines.toReversed() },
      { ...document, number: `${document.number}1` },
      { ...document, status: 'cancelled' as const },
      { ...document, notes: 'other' },
    ];
    expect(new Set([document, ...others].map(key)).size).toBe(others.length + 1);
  });

  it('on its print settings; with the default ones the key is the same as before', () => {
    const keyed = (options?: PrintOptions) => pdfKey(invoiceFile(document), DEFAULT_CONFIGURATION, null, options);
    expect(keyed({})).toBe(keyed());
    expect(keyed({ hidePrices: false })).toBe(keyed());
    expect(new Set([keyed(), keyed({ hideVat: true }), keyed({ hidePrices: true })]).size).toBe(3);
    expect(keyed()).toMatch(new RegExp(`^companies/${document.companyId}/invoices/${document.id}/[0-9a-f]{32}\\.pdf$`));
  });
});
