import { describe, expect, it } from 'vitest';
import { evaluate } from '#shared/authority/einvoice/rules/evaluate.ts';
import { ruleSet } from '#shared/authority/einvoice/rules/sets.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { sampleDocument, sampleLine } from '../support/documents.ts';

const SET = 'cius-ro-1.0.9';
const valid = (lines = 1): string =>
  writeUbl(
    sampleDocument({ lines: Array.from({ length: lines }, (_, index) => sampleLine({ description: `Produs ${index}` })) }),
  );

describe('evaluate', () => {
  it('has no findings in a valid document', () => {
    expect(evaluate(valid(3), SET)).toEqual([]);
    expect(evaluate(valid(3), 'en16931-1.3.16')).toEqual([]);
  });

  it('reports the rule, the place, and what to change', () => {
    const xml = valid(2).replace('<cbc:Name>Produs 1</cbc:Name>', `<cbc:Name>${'P'.repeat(101)}</cbc:Name>`);
    expect(evaluate(xml, SET)).toEqual([
      {
        rule: 'BR-RO-L1024',
        severity: 'fatal',
        message: 'Shorten the name of the item to 100 characters.',
        businessTerm: 'BT-153',
        xpath: '/Invoice/cac:InvoiceLine[2]',
      },
    ]);
  });

  it('reports an unused element, as a warning', () => {
    const xml = valid().replace('<cbc:IssueDate>', '<cbc:UUID>1</cbc:UUID><cbc:IssueDate>');
    expect(evaluate(xml, SET)).toMatchObject([{ rule: 'UBL-CR-005', severity: 'warning', xpath: '/Invoice/cbc:UUID' }]);
  });

  it.each([
    ['a repeated single value', '<cbc:IssueDate>', '<cbc:ID>2</cbc:ID>$&', 'BR-RO-L155 cannot be computed.'],
    ['a text where a number is needed', /(<cbc:PayableAmount[^>]*>)[^<]*/, '$1zece', 'BR-CO-16 cannot be computed.'],
  ])('makes %s a finding of the engine, which is fatal', (_, part, other, message) => {
    const xml = valid().replace(part, other);
    const finding = evaluate(xml, SET).find(({ rule }) => rule === 'engine');
    expect(finding?.severity).toBe('fatal');
    expect(evaluate(xml, SET).some(each => each.rule === 'engine' && each.message.startsWith(message))).toBe(true);
  });

  it('computes decimals exactly: 20.74 + 32.22 is 52.96 (BR-Z-08)', () => {
    const lines = ['20.74', '32.22'].map(unitPrice => sampleLine({ unitPrice, vatCategoryCode: 'Z', vatRate: '0' }));
    expect(evaluate(writeUbl(sampleDocument({ lines })), SET)).toEqual([]);
  });

  it('every rule has a text that says what to change, and an id of its own', () => {
    for (const set of [SET, 'en16931-1.3.16'] as const) {
      const { rules } = ruleSet(set);
      expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
      for (const { id, message } of rules) expect(message, id).toMatch(/^[A-Z].{15,}[.]$/s);
    }
    expect(ruleSet(SET).rules).toHaveLength(1098);
  });
});

describe('hostile or broken XML is one fatal finding XML', () => {
  it.each([
    ['a document type', '<!DOCTYPE Invoice [<!ENTITY a "b">]><Invoice/>', /document type/],
    ['nesting beyond the limit', '<a>'.repeat(65) + '</a>'.repeat(65), /deeper than 64/],
    ['an unclosed element', '<Invoice><a></Invoice>', /<\/Invoice> closes no open element/],
    ['an end tag with a longer name', '<a></ab>', /tag of a is not well-formed/],
    ['an unclosed root', '<Invoice>', /not closed/],
    ['two roots', '<a/><b/>', /second root/],
    ['text outside', '<a/>x', /outside the root/],
    ['an attribute without quotes', '<a b=1/>', /not well-formed/],
    ['a bare ampersand', '<a>R & D</a>', /&amp;/],
    ['a bare less-than', '<a>1 < 2</a>', /&lt;/],
    ['nothing', '', /no element/],
    ['an endless comment', '<a><!-- </a>', /end of a comment is missing/],
  ])('%s', (_, xml, message) => {
    const findings = evaluate(xml, SET);
    expect(findings).toMatchObject([{ rule: 'XML', severity: 'fatal' }]);
    expect(findings[0]!.message).toMatch(message);
  });

  it('reads comments, CDATA, references, other prefixes and line ends as XML does', () => {
    const xml = valid()
      .replaceAll('cbc:', 'b:')
      .replace('xmlns:cbc', 'xmlns:b')
      .replace('<b:Name>Produs 0', '<b:Name><!-- x --><![CDATA[Produs]]> &#x41;')
      .replaceAll('\n', '\r\n');
    expect(evaluate(xml, SET)).toEqual([]);
  });
});
