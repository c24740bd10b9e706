import { describe, expect, it } from 'vitest';
import { DEPTH } from '../../support/effort.ts';
import { columnsOf, importsOf, outcomesOf } from '../../support/imports/imports.ts';
import { useService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

/** POST /imports of products (IMP-6, IMP-8). */

const service = useService();
const { newTrader } = useTrader();

/** As many as a file may have, or fewer in `npm test`. */
const MANY = DEPTH ? 500 : 50;

interface Product {
  id: string;
  name: string;
  vatRate: number;
  source: string;
}

const opened = async () => {
  const own = await newTrader();
  const all = async () => (await own.request<{ data: Product[] }>('GET', '/products?limit=100')).body.data;
  return { ...own, ...importsOf(own), all };
};

describe('POST /imports of products', () => {
  it('stores them with their VAT rate by percentage or by name', async () => {
    const own = await opened();
    const rates = await own.request<{ data?: { label: string; rate: number }[] } & { label: string; rate: number }[]>(
      'GET',
      '/vat-rates',
    );
    const list = rates.body.data ?? rates.body;
    const reduced = list.find(({ rate }) => rate === 11);
    const csv = [
      'code;name;unitPrice;vatRate;unitOfMeasure;ncCode;sgrAmount;isService;netWeight',
      'A-1;Apă plată;2,50;11%;buc;22011019;0,50;nu;0,5',
      `C-1;Consultanță;150;${reduced?.label.toUpperCase()};ora;;;da;`,
      'S-1;Scaun;1.240,00;21;buc;;;;',
      ';Fără cod;3;;;;;;',
    ].join('\n');
    const { body } = await own.store('products', csv);
    expect(body).toMatchObject({ made: 4, refused: 0 });
    await service().idle();
    const all = await own.all();
    expect(all.find(({ name }) => name === 'Apă plată')).toMatchObject({
      ...{ code: 'A-1', unitPrice: 2.5, vatRate: 11, ncCode: '22011019', sgrAmount: '0.50', isService: false, netWeight: '0.5' },
      source: 'import',
    });
    expect(all.find(({ name }) => name === 'Consultanță')).toMatchObject({ vatRate: 11, unitOfMeasure: 'ora', isService: true });
    expect(all.find(({ name }) => name === 'Scaun')).toMatchObject({ unitPrice: 1240, vatRate: 21 });
    expect(all.find(({ name }) => name === 'Fără cod')).toMatchObject({ code: null, unitOfMeasure: 'buc' });
    expect((await own.store('products', csv)).body).toMatchObject({ made: 0, skipped: 4 });
    expect(await own.all()).toHaveLength(4);
  });

  it('says what is wrong with each row by column', async () => {
    const own = await opened();
    const csv = [
      'code;name;unitPrice;vatRate;sgrAmount;usage;color;isActive',
      'X-1;;;21;;;;',
      'X-2;Two;1;Normal-ish;-1;rent;blue;maybe',
      'X-3;Three;1;101;;;;',
      'X-5;Five;;;;;;',
      'x-4;Four;1;;;;;',
      'X-4;Four again;2;;;;;',
    ].join('\n');
    const { body } = await own.send('products', csv);
    expect(columnsOf(body)).toEqual([
      [2, 'name'],
      [3, 'color', 'isActive', 'sgrAmount', 'usage', 'vatRate'],
      [4, 'vatRate'],
      [5, 'unitPrice'],
    ]);
    expect(outcomesOf(body).slice(4)).toEqual([
      [6, 'would_make'],
      [7, 'skipped'],
    ]);
    expect(body.rows[5]?.message).toBe('The product is in line 6 already: the code is the same.');
  });

  it(`stores ${MANY} rows of a file`, async () => {
    const own = await opened();
    const csv = `code;name;unitPrice\n${Array.from({ length: MANY }, (_, at) => `P-${at};Produs ${at};${at}`).join('\n')}`;
    const start = performance.now();
    const { body: preview } = await own.send('products', csv);
    const middle = performance.now();
    let { body } = await own.send('products', csv, preview.confirmation ?? '');
    process.stdout.write(
      `${MANY} products: preview ${Math.round(middle - start)} ms, stored in ${Math.round(performance.now() - middle)} ms\n`,
    );
    // On a busy machine some may be left: the answer has what confirms them.
    for (let left = 4; left > 0 && body.unfinished > 0; left--)
      ({ body } = await own.send('products', csv, body.confirmation ?? ''));
    expect(body).toMatchObject({ refused: 0, unfinished: 0, confirmation: null });
    expect((await own.send('products', csv)).body).toMatchObject({ made: 0, skipped: MANY });
  });

  it('leaves unfinished what could not be stored, and stores it by the confirmation of that answer', async () => {
    const own = await opened();
    const csv = `code;name;unitPrice\n${Array.from({ length: 8 }, (_, at) => `P-${at};Produs ${at};${at}`).join('\n')}`;
    const { body: preview } = await own.send('products', csv);
    const { faults } = service().runtime;
    faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'fail' });
    const { status, body } = await own.send('products', csv, preview.confirmation ?? '');
    faults.clear();
    expect(status).toBe(200);
    expect(body.unfinished).toBeGreaterThan(0);
    expect(body.made + body.unfinished).toBe(8);
    const rest = await own.send('products', csv, body.confirmation ?? '');
    expect(rest.body).toMatchObject({ made: body.unfinished, skipped: body.made, unfinished: 0 });
    await service().idle();
    expect(await own.all()).toHaveLength(8);
  });
});
