import { describe, expect, it } from 'vitest';
import type { BankEntry } from '#shared/model/bank/entry.ts';
import { readCamt } from '#shared/documents/bank-statements/camt.ts';
import { addsUp } from '#shared/documents/bank-statements/present.ts';
import { camtOf, type Line, OWN_IBAN, transfer } from '../../support/bank/camt.ts';

/** The reader of CAMT.053 (BNK-2 to BNK-7). */

const PAYER = 'RO09BCYP0000001234567890';
const LINE: Line = {
  amount: '119.00',
  name: 'Alfa & Fii SRL',
  iban: PAYER,
  text: 'FCT-001',
  reference: 'BT001',
  endToEndId: 'E2E-1',
};
const only = (xml: string) => {
  const [statement] = readCamt(xml).statements;
  if (!statement) throw new Error('no statement');
  return statement;
};

describe('a statement', () => {
  it.each(['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13'])('is read in version %s', version => {
    const lines: Line[] = [
      LINE,
      { amount: '19', direction: 'DBIT', name: 'Beta SA', text: 'plata', structured: 'RF18539007547034' },
    ];
    for (const prefix of [undefined, 'ns2']) {
      const xml = camtOf(lines, { version, opening: '-50.00', closing: '50.00', ...(prefix && { prefix }) });
      expect(readCamt(xml).messageType).toBe(`camt.053.001.${version}`);
      const statement = only(xml);
      expect(statement).toMatchObject({
        ...{
          id: 'EXTRAS-1',
          iban: OWN_IBAN,
          currency: 'RON',
          from: '2026-11-01',
          to: '2026-11-30',
          pending: 0,
          movement: 10_000,
        },
        opening: { cents: -5000, date: '2026-11-10', currency: 'RON' },
        closing: { cents: 5000 },
      });
      expect(addsUp(statement)).toBe(true);
      expect(statement.entries).toEqual([
        {
          ...{ bookingDate: '2026-11-10', valueDate: '2026-11-10', flow: 'in', cents: 11_900, currency: 'RON' },
          counterparty: { name: 'Alfa & Fii SRL', iban: PAYER, taxCode: null },
          ...{ text: 'FCT-001', references: [], endToEndId: 'E2E-1', bankReference: 'BT001', isReversal: false, isBatch: false },
        },
        expect.objectContaining({
          ...{ flow: 'out', cents: 1900, text: 'plata', references: ['RF18539007547034'], endToEndId: null },
          counterparty: { name: 'Beta SA', iban: null, taxCode: null },
        }),
      ]);
    }
  });

  it('says whether its lines add up', () => {
    expect(addsUp(only(camtOf([LINE], { opening: '0.00', closing: '119.00' })))).toBe(true);
    expect(addsUp(only(camtOf([LINE], { opening: '0.00', closing: '119.01' })))).toBe(false);
    expect(addsUp(only(camtOf([LINE], { closing: '119.01' })))).toBeNull();
  });

  it('leaves out lines that are not booked, and counts them', () => {
    for (const version of ['02', '08'])
      expect(only(camtOf([LINE, { ...LINE, status: 'PDNG' }], { version }))).toMatchObject({
        pending: 1,
        movement: 11_900,
        entries: [{}],
      });
  });

  it('takes a line apart when the transfers of a batch have their amounts', () => {
    for (const version of ['02', '04', '08']) {
      const [one, two] = [
        { ...LINE, details: '' },
        { ...LINE, details: '', name: 'Beta SA', text: 'FCT-002', reference: 'BT002' },
      ];
      const details = transfer(version, one, '100') + transfer(version, two, '19.00');
      const { entries } = only(camtOf([{ ...LINE, details }], { version }));
      expect(
        entries.map(({ cents, text, bankReference, counterparty }) => [cents, text, bankReference, counterparty.name]),
      ).toEqual([
        [10_000, 'FCT-001', 'BT001', 'Alfa & Fii SRL'],
        [1900, 'FCT-002', 'BT002', 'Beta SA'],
      ]);
    }
  });

  it('keeps a batch together when its amounts are missing or do not add up', () => {
    for (const amount of [undefined, '18.00']) {
      const details = transfer('04', LINE, '100') + transfer('04', { ...LINE, text: 'FCT-002' }, amount);
      const { entries } = only(camtOf([{ ...LINE, details }], { version: '04' }));
      expect(entries).toMatchObject([{ cents: 11_900, text: 'FCT-001 FCT-002', isBatch: true, counterparty: { name: null } }]);
    }
  });

  it('has the parties of the first line in one that takes it back', () => {
    expect(only(camtOf([{ ...LINE, direction: 'DBIT', reversal: true }])).entries).toMatchObject([
      { flow: 'out', isReversal: true, counterparty: { name: 'Alfa & Fii SRL' } },
    ]);
  });

  it('gives lines without a reference one that is theirs, whatever else is in the file', () => {
    const { reference: _, ...plain } = LINE;
    const references = (lines: Line[]) => only(camtOf(lines)).entries.map(({ bankReference }) => bankReference);
    const [first, second, third] = references([plain, { ...plain, text: 'FCT-002' }, plain]);
    expect(first).toMatch(/^BNK-[0-9a-f]{16}$/);
    expect(third).toBe(`${first}/2`);
    expect(references([{ ...plain, text: 'FCT-002' }])).toEqual([second]);
    // A transfer and its fee: the larger amount has the reference, in whatever order they come.
    const fee: Line = { amount: '0.51', direction: 'DBIT', text: 'comision', reference: 'BT001' };
    expect(references([fee, LINE])).toEqual(['BT001/2', 'BT001']);
  });

  it('gives no line a reference that the bank gave to another', () => {
    const references = (lines: Line[]) => only(camtOf(lines)).entries.map(({ bankReference }) => bankReference);
    const two = { ...LINE, reference: 'BT001/2' };
    expect(references([LINE, LINE, two, two])).toEqual(['BT001', 'BT001/3', 'BT001/2', 'BT001/2/2']);
  });

  it('has no line of 0, and no amounts beyond two decimals', () => {
    expect(only(camtOf([{ ...LINE, amount: '0.00' }])).entries).toEqual([]);
    expect(only(camtOf([{ ...LINE, amount: '12.34000' }])).entries).toMatchObject([{ cents: 1234 }]);
  });
});

describe('texts that are longer than a bank may write', () => {
  const LONG = 'X'.repeat(50_000);
  const one = (line: Partial<Line>) => only(camtOf([{ ...LINE, ...line }])).entries[0];

  it('keeps references apart, and within what payments and allocations take', () => {
    const details = (reference: string): string => transfer('02', { ...LINE, details: '', reference }, '119.00');
    const references = (...all: string[]) =>
      only(camtOf([{ ...LINE, amount: `${119 * all.length}.00`, details: all.map(details).join('') }])).entries.map(
        ({ bankReference }) => bankReference,
      );
    const found = references(`${LONG}1`, `${LONG}2`, `${LONG}2`);
    expect(found[0]).toMatch(/^X{123}~[0-9a-f]{16}$/);
    expect(new Set(found).size).toBe(3);
    expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(255);
    // The same in another file.
    expect(references(`${LONG}2`, `${LONG}3`)[0]).toBe(found[1]);
    expect(references('Y'.repeat(140))).toEqual(['Y'.repeat(140)]);
    // No half of a surrogate pair.
    expect(references(`${'X'.repeat(122)}😀${LONG}`)[0]).toMatch(/^X{122}~[0-9a-f]{16}$/);
  });

  it.each<[what: string, line: Partial<Line>, place: (entry: BankEntry) => string | null | undefined, length: number]>([
    ['name', { name: LONG }, ({ counterparty }) => counterparty.name, 255],
    ['end-to-end reference', { endToEndId: `${'X/'.repeat(100)}1` }, ({ endToEndId }) => endToEndId, 140],
    ['structured reference', { structured: `${'X '.repeat(100)}1` }, ({ references }) => references[0], 139],
    ['text', { text: LONG }, ({ text }) => text, 2000],
  ])('cuts a %s', (_, line, place, length) => {
    const entry = one(line);
    expect(entry && place(entry)).toHaveLength(length);
  });

  it('tears no number apart', () => {
    const names = (before: string) => one({ text: `${before}FCT-1001/2026, FCT-1002` })?.text.slice(-15);
    expect(names('X '.repeat(993))).toBe(' FCT-1001/2026,');
    expect(names('X '.repeat(995))).toBe(`X${' X'.repeat(7)}`);
    expect(one({ endToEndId: `${'X/'.repeat(68)}FCT-1001` })?.endToEndId).toBe(`${'X/'.repeat(68)}FCT-`);
  });

  it('knows no account that is too long for one', () => {
    expect(one({ iban: `${PAYER}${'0'.repeat(11)}` })?.counterparty.iban).toBeNull();
    expect(one({ iban: `${PAYER}${'0'.repeat(10)}` })?.counterparty.iban).toHaveLength(34);
    expect(only(camtOf([LINE], { iban: `${OWN_IBAN}${LONG}` })).iban).toBeNull();
  });

  it('cuts what a statement says, and what it says of all transfers of a batch', () => {
    const xml = camtOf([{ ...LINE, amount: '238.00', details: '<TxDtls><Amt Ccy="RON">119</Amt></TxDtls>'.repeat(2) }])
      .replace('EXTRAS-1', LONG)
      .replace('<Ccy>RON</Ccy>', `<Ccy>${LONG}</Ccy>`)
      .replace(/<IBAN>.*?<\/IBAN>/, `<Othr><Id>${LONG}</Id></Othr>`)
      .replace('</Ntry>', `<AddtlNtryInf>${LONG}</AddtlNtryInf></Ntry>`);
    const { id, account, currency, entries } = only(xml);
    expect([id?.length, account?.length, currency]).toEqual([140, 140, null]);
    expect(entries.map(({ text }) => text.length)).toEqual([500, 500]);
  });

  it('has texts as requests take them: in form C, without control characters', () => {
    expect(one({ reference: 'S\u0327&#x85;1&#x9;2' })?.bankReference).toBe('\u015E 1 2');
  });
});

describe('what is refused', () => {
  const NS = 'urn:iso:std:iso:20022:tech:xsd:';
  const bomb = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><Document xmlns="${NS}camt.053.001.02">&b;</Document>`;
  const external = `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document xmlns="${NS}camt.053.001.02">&x;</Document>`;
  const deep = `<Document xmlns="${NS}camt.053.001.02">${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}</Document>`;

  it.each<[what: string, text: string, message: RegExp]>([
    ['MT940 in its blocks', '{1:F01BTRLRO22}{4:\n:20:STMT', /MT940.*camt\.053\.001\.02 to/],
    ['MT940', ':20:STMT\n:25:RO49', /MT940.*Send the XML/],
    ['text', 'Data;Suma\n2026-11-10;119', /no XML.*CAMT\.053/],
    ['camt.052', `<Document xmlns="${NS}camt.052.001.02"/>`, /is camt\.052\.001\.02, no CAMT\.053/],
    ['camt.054', `<Document xmlns="${NS}camt.054.001.08"/>`, /is camt\.054\.001\.08, no CAMT\.053/],
    ['a version that does not exist', `<Document xmlns="${NS}camt.053.001.01"/>`, /is camt\.053\.001\.01/],
    ['an invoice', '<Invoice/>', /is <Invoice>, no CAMT/],
    ['no namespace', '<Document/>', /is <Document>, no CAMT/],
    ['no statement', `<Document xmlns="${NS}camt.053.001.02"/>`, /no statement/],
    ['an element that is not closed', camtOf([LINE]).replace('</Stmt>', ''), /line/],
    ['entities', bomb, /document type declaration is refused/],
    ['an external entity', external, /document type declaration is refused/],
    ['depth', deep, /deeper than 64/],
    ['a line without amount', camtOf([LINE]).replace(/<Amt Ccy="RON">119.00<\/Amt>/, ''), /Line 1 of statement 1 has no amount/],
    ['an amount with three decimals', camtOf([{ ...LINE, amount: '1.001' }]), /Line 1 .* two decimals/],
    ['a negative amount', camtOf([{ ...LINE, amount: '-1.00' }]), /Line 1 .* must be from 0/],
    ['an amount too large', camtOf([{ ...LINE, amount: '99999999999' }]), /Line 1 .* must be from 0/],
    ['an amount without currency', camtOf([LINE]).replace(' Ccy="RON">119', '>119'), /currency/],
    ['no direction', camtOf([LINE]).replace('>CRDT<', '>C<'), /CRDT or DBIT/],
    ['a date that does not exist', camtOf([{ ...LINE, day: '2026-02-30' }]), /Line 1 .* no date/],
    [
      'a day before 2000',
      camtOf([LINE, { ...LINE, day: '0001-01-01' }]),
      /Line 2 of statement 1: BookgDt is 0001-01-01, .* before 2000-01-01/,
    ],
    ['a day of value before 2000', camtOf([LINE]).replace('<ValDt><Dt>2026', '<ValDt><Dt>1969'), /Line 1 .* ValDt is 1969-11-10/],
    ['a period before 2000', camtOf([LINE]).replace('<FrDtTm>2026', '<FrDtTm>0000'), /Statement 1: FrDtTm is 0000-11-01/],
    ['no date', camtOf([LINE]).replace(/<BookgDt>.*<\/ValDt>/, ''), /no day/],
    ['too many lines', camtOf(Array.from({ length: 501 }, () => LINE)), /501 lines; split it into files of at most 500/],
  ])('%s', (_, text, message) => {
    expect(() => readCamt(text)).toThrow(message);
  });

  it('takes as many lines as there may be', () => {
    expect(only(camtOf(Array.from({ length: 500 }, () => LINE))).entries).toHaveLength(500);
  });
});
