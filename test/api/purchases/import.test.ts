import type * as z from 'zod';
import { describe, expect, it } from 'vitest';
import type { importSchema } from '#shared/documents/purchases/import/schema.ts';
import type { InvoiceList, Refusal } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

/** POST /purchases/import (PUR-12 to PUR-14). */

const { newTrader } = useTrader();
type Own = Awaited<ReturnType<typeof newTrader>>;
type Outcome = z.output<typeof importSchema> & Refusal;

const send = (own: Own, csv: string, dryRun?: boolean) =>
  own.request<Outcome>('POST', '/purchases/import', { csv, ...(dryRun !== undefined && { dryRun }) });
const countOf = async (own: Own) => (await own.request<InvoiceList>('GET', '/invoices?direction=incoming')).body.total;

const HEAD = 'kind;supplier;vatCode;cif;country;number;issueDate;currency;base;rate;vat;base2;rate2';
const FILE = [
  HEAD,
  'goods_eu;Holzwerk GmbH;DE123456789;;DE;H-1;05.11.2026;RON;1.000,50;;;;',
  'invoice;Magazin SRL;;14399840;RO;M-1;2026-11-06;;100;21;21,00;30;11',
  '',
  'goods_eu;Holzwerk GmbH;DE123456789;;DE;H-1;05.11.2026;RON;1.000,50;;;;',
].join('\r\n');

describe('POST /purchases/import', () => {
  it('tries a file without writing, then enters its rows, and a second time enters nothing', async () => {
    const own = await newTrader();
    const trial = await send(own, FILE, true);
    expect(trial).toMatchObject({
      status: 200,
      body: {
        ...{ dryRun: true, made: 2, skipped: 1, refused: 0, unfinished: 0 },
        rows: [
          { line: 2, outcome: 'would_make', id: null, number: 'H-1' },
          { line: 3, outcome: 'would_make', number: 'M-1' },
          { line: 5, outcome: 'skipped', number: 'H-1' },
        ],
      },
    });
    expect(await countOf(own)).toBe(0);
    const { body: done } = await send(own, FILE);
    expect(done).toMatchObject({ dryRun: false, made: 2, skipped: 1, refused: 0 });
    const paper = done.rows.find(({ number }) => number === 'M-1');
    // 100 with 21 and 30 with 3.30 of VAT.
    expect(await own.detailOf(paper?.id ?? '')).toMatchObject({ total: 154.3, source: 'manual', lines: [{}, { vatRate: 11 }] });
    const { body: again } = await send(own, FILE);
    expect(again).toMatchObject({ made: 0, skipped: 3 });
    const ids = new Set(done.rows.map(({ id }) => id));
    expect(new Set(again.rows.map(({ id }) => id))).toEqual(ids);
    expect(await countOf(own)).toBe(2);
  });

  it('says what is wrong with each row by line and column, and enters the others', async () => {
    const own = await newTrader();
    const csv = [
      HEAD,
      'goods_eu;Tools Ltd;;;CN;T-1;2026-11-05;;1000;;;;',
      'gift;Holzwerk GmbH;DE123456789;;DE;H-2;05.13.2026;;1.234;;;;',
      'services_eu;Holzwerk GmbH;DE123456789;;DE;H-3;2026-11-05;;70;;;;',
    ].join('\n');
    const { body } = await send(own, csv);
    expect(body).toMatchObject({ made: 1, refused: 2, skipped: 0 });
    expect(body.rows.map(({ line, outcome, errors }) => [line, outcome, errors.map(({ column }) => column).toSorted()])).toEqual([
      [2, 'refused', ['country']],
      [3, 'refused', ['base', 'issueDate', 'kind']],
      [4, 'made', []],
    ]);
    expect(body.rows[1]?.errors.find(({ column }) => column === 'base')?.message).toContain('1234 or 1,234');
    expect(await countOf(own)).toBe(1);
  });

  it('takes a row whose first groups are empty, and names its columns', async () => {
    const own = await newTrader();
    const csv = [
      'kind;supplier;cif;number;issueDate;base;rate;base2;rate2;base3;rate3',
      'invoice;Magazin SRL;14399840;M-2;2026-11-06;;;30;11;;',
      'invoice;Magazin SRL;14399840;M-3;2026-11-06;;;30;11;20;121',
    ].join('\n');
    const { body } = await send(own, csv);
    expect(body).toMatchObject({ made: 1, refused: 1, rows: [{}, { errors: [{ column: 'rate3' }] }] });
    // 30 with 3.30 of VAT.
    expect(await own.detailOf(body.rows[0]?.id ?? '')).toMatchObject({ total: 33.3, lines: [{ vatRate: 11 }] });
  });

  it('reads commas between cells, with decimal points', async () => {
    const own = await newTrader();
    const csv =
      'kind,supplier,vatCode,country,number,issueDate,base\nservices_eu,"Holz, GmbH",DE123456789,DE,H-4,2026-11-05,"1,000.25"';
    const { body } = await send(own, csv);
    expect(body.made).toBe(1);
    expect(await own.detailOf(body.rows[0]?.id ?? '')).toMatchObject({ total: 1000.25, supplier: { name: 'Holz, GmbH' } });
  });

  it('makes each purchase once when it is sent twice at the same time', async () => {
    const own = await newTrader();
    const answers = await Promise.all([send(own, FILE), send(own, FILE)]);
    expect(answers.map(({ body }) => body.made).reduce((a, b) => a + b)).toBe(2);
    expect(await countOf(own)).toBe(2);
  });

  it.each([
    ['a file without rows', HEAD],
    ['unknown columns', 'kind;supplyer\ngoods_eu;Holz'],
    ['text that is no CSV', 'kind;number\n"goods_eu;1'],
    ['more than 500 rows', `kind;number\n${'goods_eu;1\n'.repeat(501)}`],
  ])('is refused with 422 for %s', async (_, csv) => {
    const { status, body } = await send(await newTrader(), csv);
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['csv']]);
  });
});
