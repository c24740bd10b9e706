import { describe, expect, it } from 'vitest';
import { schemaFindings } from '#shared/authority/einvoice/schema/check.ts';
import { parseXml } from '#shared/authority/einvoice/xml/parse.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { mutantBases } from '../../conformance/bases.ts';
import { corpusSpecimens } from '../../conformance/corpus.ts';
import { mutants } from '../../conformance/mutants.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';
import { oracleAvailable, schemaViolations, SKIPPED } from '../../support/einvoice/oracle.ts';
import { VALID_DOCUMENTS } from './sample-documents.ts';

const valid = writeUbl(sampleDocument({ lines: [sampleLine(), sampleLine()] }));
const found = (xml: string): string[] => schemaFindings(parseXml(xml)).map(({ message, xpath }) => `${xpath}: ${message}`);

describe('structure and values by UBL 2.1', () => {
  it.each(VALID_DOCUMENTS)('accepts the output of the writer: %s', (_, document) => {
    expect(found(writeUbl(document))).toEqual([]);
  });

  it.each<[what: string, from: string | RegExp, to: string, finding: string]>([
    ['missing', /<cbc:IssueDate>.*<\/cbc:IssueDate>\n/, '', '/Invoice: Invoice needs cbc:IssueDate.'],
    [
      'missing at the end',
      /<cac:Price>[^]*?<\/cac:Price>/,
      '<cac:Price></cac:Price>',
      '/Invoice/cac:InvoiceLine[1]/cac:Price: cac:Price needs cbc:PriceAmount.',
    ],
    [
      'unknown',
      '<cbc:IssueDate>',
      '<cbc:Colour>red</cbc:Colour><cbc:IssueDate>',
      '/Invoice/cbc:Colour: cbc:Colour is not allowed in Invoice.',
    ],
    [
      'out of order',
      '<cbc:IssueDate>',
      '<cbc:ProfileID>P1</cbc:ProfileID><cbc:IssueDate>',
      '/Invoice/cbc:ProfileID: cbc:ProfileID is at the wrong position in Invoice; use the order of UBL 2.1.',
    ],
    [
      'repeated',
      '<cbc:DueDate>',
      '<cbc:DueDate>2026-04-01</cbc:DueDate><cbc:DueDate>',
      '/Invoice/cbc:DueDate[2]: cbc:DueDate may occur only once in Invoice.',
    ],
    [
      'an invalid date',
      '2026-03-02',
      '2026-02-30',
      '/Invoice/cbc:IssueDate: cbc:IssueDate must be a date such as 2026-03-31, but is "2026-02-30".',
    ],
    [
      'no number',
      /(<cbc:PayableAmount[^>]*>)[^<]*/,
      '$1zece',
      '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount: cbc:PayableAmount must be a decimal number, but is "zece".',
    ],
    [
      'no currency',
      /<cbc:PayableAmount[^>]*>/,
      '<cbc:PayableAmount>',
      '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount: cbc:PayableAmount needs a currency (attribute currencyID).',
    ],
    [
      'text among elements',
      '<cac:Party>',
      '<cac:Party>Firma',
      '/Invoice/cac:AccountingSupplierParty/cac:Party: cac:Party must contain only elements, not text.',
    ],
  ])('%s', (_, from, to, finding) => {
    expect(found(valid.replace(from, to))).toContain(finding);
  });

  it('another root is no invoice', () => {
    expect(found('<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>')).toHaveLength(1);
  });
});

describe.skipIf(!oracleAvailable)(`by the official schemas${SKIPPED}`, () => {
  it('every document of the corpora has the result that they state', () => {
    const differing = corpusSpecimens().filter(({ xml }) => found(xml).length > 0 !== schemaViolations(xml).length > 0);
    expect(differing.map(({ name }) => name)).toEqual([]);
  });

  it('documents that it rejects are rejected by the schemas; those that only they reject have errors in attributes, or in elements that EN 16931 does not use', () => {
    const specimens = [...mutants(mutantBases(), 300, 4242)];
    const refused = specimens.filter(({ xml }) => found(xml).length > 0);
    const official = specimens.filter(({ xml }) => schemaViolations(xml).length > 0);
    expect(refused.filter(each => !official.includes(each)).map(({ name }) => name)).toEqual([]);
    const beyondAttributes = official.filter(
      ({ xml }) => !schemaViolations(xml).some(({ message }) => message.includes('attribute')),
    );
    const missed = beyondAttributes.filter(each => !refused.includes(each));
    expect(missed.length).toBeLessThan(0.05 * beyondAttributes.length);
  });
});
