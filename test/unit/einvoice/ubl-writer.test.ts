import { describe, expect, it } from 'vitest';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { validateDocument } from '#shared/authority/einvoice/validation/validate.ts';
import { sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';
import { places } from '../../support/effort.ts';
import { assertValidUbl, oracleAvailable, SKIPPED } from '../../support/einvoice/oracle.ts';
import { NOT_TURNOVER_DOCUMENTS, VALID_DOCUMENTS } from './sample-documents.ts';

/** The documents that the official rules validate, in the long run all: with those that the authority runs, and the current ones of EN 16931. */
const OFFICIALLY = new Set(places(VALID_DOCUMENTS.length, 8).map(place => VALID_DOCUMENTS[place - 1]));

describe.skipIf(!oracleAvailable)(`UBL by the official schemas and rules${SKIPPED}`, () => {
  it.each(VALID_DOCUMENTS.map(one => [...one, OFFICIALLY.has(one)] as const))('accepted: %s', async (_, document, officially) => {
    expect(validateDocument(document).filter(({ severity }) => severity === 'fatal')).toEqual([]);
    if (officially) await assertValidUbl(writeUbl(document));
  });

  it.each(NOT_TURNOVER_DOCUMENTS)('accepted: %s', async (_, document) => {
    expect(validateDocument(document).filter(({ severity }) => severity === 'fatal')).toEqual([]);
    await assertValidUbl(writeUbl(document));
  });

  it('accepts a credit note that names its invoice (BG-3)', async () => {
    await assertValidUbl(
      writeUbl(sampleCreditNote({ precedingInvoices: [{ number: 'FCT-2026-001', issueDate: '2026-03-02' }] })),
    );
  });

  const valid = writeUbl(sampleDocument({ lines: [sampleLine(), sampleLine({ vatRate: '11' })] }));
  const WRONG: [rule: string, from: string | RegExp, to: string][] = [
    ['XSD', '<cbc:IssueDate>2026-03-02', '<cbc:IssueDate>2026-13-02'],
    ['XSD', /<cbc:ID>FCT-2026-001<\/cbc:ID>/, ''],
    ['BR-RO-001', 'CIUS-RO:1.0.1', 'CIUS-RO:1.0.0'],
    ['BR-RO-020_1', '>380<', '>383<'],
    ['BR-RO-111', 'RO-CJ', 'Cluj'],
    ['BR-RO-100', 'SECTOR2', 'București'],
    ['BR-CO-10', '<cbc:LineExtensionAmount currencyID="RON">200.00', '<cbc:LineExtensionAmount currencyID="RON">200.01'],
    ['BR-CO-14', '<cbc:TaxAmount currencyID="RON">32.00', '<cbc:TaxAmount currencyID="RON">32.01'],
    ['BR-S-09', '<cbc:TaxAmount currencyID="RON">21.00', '<cbc:TaxAmount currencyID="RON">22.00'],
    ['BR-CO-25', /<cbc:DueDate>.*<\/cbc:DueDate>\n/, ''],
    ['BR-CL-23', 'unitCode="H87"', 'unitCode="BUC"'],
    [
      'UBL-SR-53',
      /<cac:TaxScheme>\s*<cbc:ID>VAT<\/cbc:ID>\s*<\/cac:TaxScheme>\s*<\/cac:PartyTaxScheme>/,
      '<cac:TaxScheme/></cac:PartyTaxScheme>',
    ],
  ];
  it.each(places(WRONG.length, WRONG.length).map(place => WRONG[place - 1]!))(
    'the official rules find an error: %s',
    async (rule, from, to) => {
      const broken = valid.replace(from, to);
      expect(broken).not.toBe(valid);
      await expect(assertValidUbl(broken)).rejects.toThrow(` ${rule}: `);
    },
  );
});
