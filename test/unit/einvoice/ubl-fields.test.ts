import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { creditNoteBody } from '#shared/documents/credit-notes/input.ts';
import { documentExtensions, lineExtensions } from '#shared/documents/common/input.ts';
import { invoiceBody } from '#shared/documents/invoices/input.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';
import { EXTENSIONS, FIELDS, LINES, NOTHING, WITHOUT_TERM } from '../../support/einvoice/field-terms.ts';

/** Every field of the create body with the place of its business term, for both roots (INV-12 to INV-17). */

const NAMESPACES = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

/** The texts at a path below the root. */
function read(document: InvoiceDocument, path: string): string[] {
  const xml = XmlDocument.fromString(writeUbl(document));
  try {
    return xml.find(`/*/${path}`, NAMESPACES).map(node => node.content.trim());
  } finally {
    xml.dispose();
  }
}

const list = (value: string | string[]): string[] => (Array.isArray(value) ? value : [value]);

describe('every field of the create body is at the place of its business term', () => {
  it.each([...FIELDS, ...EXTENSIONS])('%s is %s of an invoice', (_field, _term, given, path, value) => {
    expect(read(sampleDocument(given), path)).toEqual(list(value));
  });

  it.each([...FIELDS, ...EXTENSIONS].filter(row => row[5] !== NOTHING))(
    '%s is %s of a credit note',
    (_field, _term, given, path, value, own) => {
      expect(read(sampleCreditNote(given), own ?? path)).toEqual(list(value));
    },
  );

  it.each(LINES)('%s is %s of a line, of an invoice and of a credit note', (_field, _term, given, path, value) => {
    const lines = [sampleLine(given)];
    expect(read(sampleDocument({ lines }), `cac:InvoiceLine/${path}`)).toEqual(list(value));
    expect(read(sampleCreditNote({ lines }), `cac:CreditNoteLine/${path}`)).toEqual(list(value));
  });

  it('and no field is left out of this table', () => {
    const stated = new Set([...FIELDS.map(([field]) => field), ...WITHOUT_TERM]);
    const fields = Object.keys({ ...invoiceBody.shape, ...creditNoteBody.shape });
    expect(fields.filter(field => !stated.has(field))).toEqual([]);
    const extensions = new Set(EXTENSIONS.map(([field]) => field));
    expect(Object.keys(documentExtensions.shape).filter(key => !extensions.has(key))).toEqual([]);
    const ofLines = new Set([...LINES.map(([field]) => field), 'taxExemptionReason', 'taxExemptionReasonCode']);
    expect(Object.keys(lineExtensions.shape).filter(key => !ofLines.has(key))).toEqual([]);
  });
});
