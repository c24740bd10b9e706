import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { valueOf } from '../../../clients/cli/src/drafts/cells.ts';
import { draftsIn } from '../../../clients/cli/src/drafts/read.ts';
import { CommandFailed, EXIT } from '../../../clients/cli/src/exit-codes.ts';
import { codeBlocks } from '../../support/guides/markdown.ts';

describe('drafts in a file', () => {
  const withoutKeys = (name: string, text: string) =>
    draftsIn(name, text).map(({ body: { idempotencyKey: _, ...rest } }) => rest);

  it.each([
    ['one.json', '{"clientId":"c","lines":[]}', [{ clientId: 'c', lines: [] }]],
    ['many.json', '[{"clientId":"c"},{"clientId":"d"}]', [{ clientId: 'c' }, { clientId: 'd' }]],
    [
      'lines.csv',
      'invoice,clientId,description,quantity,unitPrice,vatIncluded\n1,c,"Masă, stejar",2,3450.50,true\n1,,Scaun,4,120,\n2,d,Raft,1,99,false\n',
      [
        {
          clientId: 'c',
          lines: [
            { description: 'Masă, stejar', quantity: '2', unitPrice: '3450.50', vatIncluded: true },
            { description: 'Scaun', quantity: '4', unitPrice: '120' },
          ],
        },
        { clientId: 'd', lines: [{ description: 'Raft', quantity: '1', unitPrice: '99', vatIncluded: false }] },
      ],
    ],
    [
      'rows.CSV',
      '\uFEFFclientId,description,quantity,unitPrice\nc,Raft,1,99\nc,Raft,1,99\n',
      [
        { clientId: 'c', lines: [{ description: 'Raft', quantity: '1', unitPrice: '99' }] },
        { clientId: 'c', lines: [{ description: 'Raft', quantity: '1', unitPrice: '99' }] },
      ],
    ],
  ])('%s', (name, text, expected) => {
    expect(withoutKeys(name, text)).toEqual(expected);
  });

  it('are read from the example of README.md', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../../clients/cli/README.md'), 'utf8');
    const example = codeBlocks(readme).find(({ language }) => language === 'csv')?.text ?? '';
    const lines = withoutKeys('invoices.csv', example).map(draft => draft['lines'] as object[]);
    expect(lines).toMatchObject([[{ unitPrice: '3450.50' }, { description: 'Transport' }], [{ description: 'Scaun' }]]);
  });

  it('have keys that follow from their content, unless they have their own', () => {
    const key = (text: string): unknown => draftsIn('a.json', text)[0]?.body['idempotencyKey'];
    expect(key('{"clientId":"c"}')).toBe(key('{"clientId":"c"}'));
    expect(key('{"clientId":"d"}')).not.toBe(key('{"clientId":"c"}'));
    expect(key('{"idempotencyKey":"own"}')).toBe('own');
  });

  it('that are the same twice in one file are two invoices', () => {
    const keys = draftsIn('a.json', '[{"clientId":"c"},{"clientId":"c"}]').map(({ body }) => body['idempotencyKey']);
    expect(new Set(keys).size).toBe(2);
  });

  it.each([
    ['broken.json', '{'],
    ['uneven.csv', 'clientId,description\n1\n'],
    ['empty.csv', ''],
    ['only-names.csv', 'clientId,description\n'],
    ['empty.json', '[]'],
    ['text.json', '["one"]'],
  ])('%s cannot be read: exit code 2', (name, text) => {
    expect(() => draftsIn(name, text)).toThrow(CommandFailed);
    expect(() => draftsIn(name, text)).toThrow(name);
  });

  it('of a spreadsheet in Romanian have semicolons, decimal commas, days first, and empty rows and columns', () => {
    const text = [
      'invoice;cif;issueDate;description;quantity;unitPrice;vatIncluded;kind;',
      'B-1;RO 14399840;26.11.2026;"Masă; stejar";2;3.450,50;DA;goods;',
      'B-1;;;Transport;1;"1 120,5";;;',
      'B-2;14399840;1/2/2026;Scaun;0,5;-120;nu;;',
      ';;;;;;;;',
    ].join('\r\n');
    expect(draftsIn('excel.csv', `\uFEFF${text}`)).toMatchObject([
      {
        place: { invoice: 'B-1', row: 2 },
        buyer: { cif: 'RO 14399840' },
        body: {
          issueDate: '2026-11-26',
          lines: [
            { description: 'Masă; stejar', quantity: '2', unitPrice: '3450.50', vatIncluded: true, kind: 'goods' },
            { description: 'Transport', quantity: '1', unitPrice: '1120.5' },
          ],
        },
      },
      {
        place: { invoice: 'B-2', row: 4 },
        body: { issueDate: '2026-02-01', lines: [{ quantity: '0.5', unitPrice: '-120', vatIncluded: false }] },
      },
    ]);
  });

  it.each(['sep=;', '\uFEFF"sep=;"', 'SEP=;'])('of Excel begin with a line that names the separator: %j', first => {
    const [read] = draftsIn('excel.csv', `${first}\r\ninvoice;description;unitPrice\r\nB-1;Raft, alb;10,5\r\n`);
    expect(read).toMatchObject({ place: { row: 3 }, body: { lines: [{ description: 'Raft, alb', unitPrice: '10.5' }] } });
  });

  it.each([
    [
      'a.csv',
      'clientId,colour,vatRat\nc,red,9\n',
      ['the column colour is not known', 'vatRat is not known; did you mean vatRate?'],
    ],
    ['a.csv', 'clientId,,description\nc,x,y\n', ['a column without a name has values']],
    ['a.csv', 'clientId,lines\nc,x\n', ['row 2, column lines: it has several values: use a JSON file']],
    ['a.csv', 'issueDate\n31.02.2026\n', ['row 2, column issueDate: 31.02.2026 must be a date']],
    ['a.csv', 'penaltyGraceDays,vatIncluded\n1.5,maybe\n', ['1.5 must be a whole number', 'maybe must be true or false']],
    [
      'a.csv',
      'description,unitPrice\nx,"1,234"\n',
      ['row 2, column unitPrice: 1,234 may be a thousand or a fraction: write 1234 or 1.234'],
    ],
    ['a.csv', 'description;unitPrice\nx;1.234\n', ['write 1234 or 1,234']],
    ['a.csv', 'description;unitPrice\nx;dear\n', ['dear must be a number, such as 3450.50 or 3450,50']],
    ['a.csv', 'invoice,clientId\n1,c\n1,d\n', ['row 3, column clientId: d differs from c of the same invoice']],
    ['a.csv', 'clientId,cif\nc,RO1\n', ['invoice 2 has clientId and cif or client: give one']],
    ['a.json', '{"vatRat":9}', ['invoice 1: vatRat is not known']],
    [
      'a.json',
      '[{},{"curency":"EUR","lines":[{"vatRat":9}]}]',
      ['invoice 2: curency is not known; did you mean currency?', 'lines.0.vatRat is'],
    ],
  ])('%s %j is refused: exit code 2', (name, text, messages) => {
    const read = (): unknown => draftsIn(name, text);
    for (const message of messages) expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ exitCode: EXIT.usage }) as Error);
  });

  it.each([
    ['1.234', '.', '1.234'],
    ['1,234', ',', '1.234'],
    ['0,125', '.', '0.125'],
    ['-3450,5', '.', '-3450.5'],
    ['1.234.567', ',', '1234567'],
    ['1.234,56', '.', '1234.56'],
    ['1,234.56', ',', '1234.56'],
    ['1\u00a0234,56', ',', '1234.56'],
    ['12345.678', ',', '12345.678'],
    ['007', '.', '007'],
  ] as const)('the number %s, where %s is the mark of decimals, is %s', (cell, mark, expected) => {
    expect(valueOf(cell, 'decimal', mark)).toBe(expected);
  });
});
