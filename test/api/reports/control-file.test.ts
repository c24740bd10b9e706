import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { toPacked } from '#shared/platform/store/packing/packed.ts';
import { transact, update } from '#shared/platform/store/transact.ts';
import type { Answered, ControlFile, Invoice, Refusal } from '../../support/contract.ts';
import { pdfText } from '../../support/files.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** GET /reports/control-file (REP-61 to REP-65). */

const { newTrader, service } = useTrader();
const [FROM, TO] = [addDays(today(), -20), addDays(today(), -10)];

let trader: Trader;
let seriesId: string;
/** Numbers 1 to 4 in the period, then the counter was set to 7, and number 8 in it; number 9 after it. */
let documents: Invoice[];
const of = (place: number): Invoice => documents[place - 1]!;

const asked = (query = '', id = seriesId) => `/reports/control-file?seriesId=${id}&from=${FROM}&to=${TO}${query}`;
const controlFile = <T = ControlFile & Refusal>(query = '', of = trader): Promise<Answered<T>> =>
  of.request<T>('GET', asked(query));

beforeAll(async () => {
  trader = await newTrader();
  const issue = (issueDate: string, more: object = {}) => trader.issued({ issueDate, dueDate: issueDate, ...more });
  const done = async (answer: Promise<Answered<unknown>>): Promise<void> => expect((await answer).status).toBe(200);
  documents = [await issue(FROM), await issue(FROM), await issue(addDays(FROM, 1)), await issue(TO)];
  seriesId = of(1)['documentSeriesId'] as string;
  await done(trader.act(of(2).id, 'cancel', { reason: 'Comandat de două ori' }));
  await done(trader.act(of(3).id, 'cancel', { reason: 'Din greșeală' }));
  await done(trader.act(of(3).id, 'restore'));
  await done(trader.request('PUT', `/invoices/${of(3).id}`, { notes: 'Livrat la rampa 3' }));
  await done(trader.act(of(3).id, 'issue'));
  await done(trader.request('PATCH', `/document-series/${seriesId}`, { currentNumber: 7, reason: 'Carnet tipărit' }));
  documents[7] = await issue(TO);
  documents[8] = await issue(addDays(TO, 1));
  await service().idle();
}, 60_000);

describe('GET /reports/control-file', () => {
  it('has every number of the period in order, also those that are missing', async () => {
    const { status, body } = await controlFile();
    expect(status).toBe(200);
    expect(body).toMatchObject({ seriesId, type: 'invoice', from: FROM, to: TO, chainHolds: true, problems: [] });
    expect(body.numbers.map(({ sequence, lastSequence, state }) => [sequence, lastSequence, state])).toEqual([
      [1, 1, 'issued'],
      [2, 2, 'cancelled'],
      [3, 3, 'issued'],
      [4, 4, 'issued'],
      [5, 7, 'missing'],
      [8, 8, 'issued'],
    ]);
    expect(body.numbers[0]).toMatchObject({
      ...{ number: of(1).number, documentId: of(1).id, issueDate: FROM, currency: 'RON', total: 121, taxauth: null },
      ...{ numberedBy: { name: expect.any(String) as string }, partner: { name: expect.any(String) as string } },
      ...{ cancelled: null, problems: [], notes: [] },
    });
  });

  it('says of a cancelled number who, when and why, and of a missing one who changed the counter', async () => {
    const { numbers } = (await controlFile()).body;
    const by = { id: expect.any(String) as string, name: numbers[0]!.numberedBy!.name };
    expect(numbers[1]).toMatchObject({ status: 'cancelled', cancelled: { by, reason: 'Comandat de două ori' } });
    expect(numbers[1]!.cancelled!.at).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(numbers[4]).toMatchObject({
      documentId: null,
      counterChanges: [{ from: 4, to: 7, reason: 'Carnet tipărit', by }],
    });
  });

  it('tells what happened to a number since it was given, with each field from what to what', async () => {
    const { history } = (await controlFile()).body.numbers[2]!;
    expect(history.map(({ type, status }) => [type, status])).toEqual([
      ['status_change', 'issued'],
      ['cancelled', 'cancelled'],
      ['status_change', 'draft'],
      ['updated', null],
      ['status_change', 'issued'],
    ]);
    expect(history[1]).toMatchObject({ reason: 'Din greșeală', changes: [] });
    expect(history[3]!.changes).toContainEqual({ field: 'notes', from: null, to: 'Livrat la rampa 3' });
    // What was changed before the number was given is no history of the number.
    expect(history.every(({ by }) => by !== null)).toBe(true);
  });

  it('as CSV has the same in Romanian: a line for each number, and one for each thing that happened', async () => {
    const { headers, body } = await controlFile<string>('&format=csv&decimals=comma');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows = parse(Buffer.from(body), { columns: true, bom: true, delimiter: ';' }) as Record<string, string>[];
    expect(rows[0]).toMatchObject({ Rând: 'Serie', Verificare: 'Lanțul este integru' });
    expect(rows[0]!['Observații']).toContain('emis: 4; anulat: 1; număr neutilizat: 3');
    const numbers = rows.filter(row => row['Rând'] === 'Număr');
    expect(numbers.map(row => [row['Nr. de ordine'], row['Stare'], row['Total'], row['Verificare']])).toEqual([
      ['1', 'Emis', '121,00', 'Corespunde'],
      ['2', 'Anulat', '121,00', 'Corespunde'],
      ['3', 'Emis', '121,00', 'Corespunde'],
      ['4', 'Emis', '121,00', 'Corespunde'],
      ['5–7', 'Număr neutilizat', '', ''],
      ['8', 'Emis', '121,00', 'Corespunde'],
    ]);
    expect(numbers[1]).toMatchObject({ 'Motivul anulării': 'Comandat de două ori' });
    expect(numbers[4]!['Observații']).toContain('Contor schimbat de la 4 la 7');
    expect(rows).toContainEqual(
      expect.objectContaining({
        ...{ Rând: 'Eveniment', 'Nr. de ordine': '3', Eveniment: 'Modificat', Câmp: 'observațiile' },
        ...{ 'Valoare veche': '(gol)', 'Valoare nouă': 'Livrat la rampa 3' },
      }),
    );
  });

  it('as PDF has the same', async () => {
    const { status, headers, body } = await controlFile<Buffer>('&format=pdf');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain('dosar-control-');
    const text = await pdfText(body);
    for (const said of [
      ...['Dosar de control', 'Lanțul este integru', of(8).number, '121,00', 'Număr neutilizat', 'Carnet tipărit'],
      ...['Anulat: Comandat de două ori', '– observațiile: (gol) → Livrat la rampa 3', 'Readus în lucru', 'Verificat'],
    ])
      expect(text).toContain(said);
    expect(text).not.toContain(of(9).number);
  });

  it('of a period without numbers is empty', async () => {
    const { status, body } = await trader.request<ControlFile>(
      'GET',
      `/reports/control-file?seriesId=${seriesId}&from=2020-01-01&to=2020-12-31`,
    );
    expect([status, body.numbers, body.chainHolds]).toEqual([200, [], true]);
  });

  it('continues from period to period without leaving a number out', async () => {
    const next = await trader.request<ControlFile>(
      'GET',
      `/reports/control-file?seriesId=${seriesId}&from=${addDays(TO, 1)}&to=${today()}`,
    );
    expect(next.body.numbers.map(({ sequence, state }) => [sequence, state])).toEqual([[9, 'issued']]);
  });

  it.each([
    ['', ['seriesId']],
    [`seriesId=x&from=2026-01-01&to=2026-01-31`, ['seriesId']],
    [`seriesId=${randomUUID()}&from=2026-02-30&to=2026-03-01`, ['from']],
    [`seriesId=${randomUUID()}&from=2026-02-01&to=2026-01-01`, ['from']],
    [`seriesId=${randomUUID()}&from=2026-01-01&to=2026-01-31&format=xml`, ['format']],
  ])('refuses the query "%s"', async (query, fields) => {
    const { status, body } = await trader.request<Refusal>('GET', `/reports/control-file?${query}`);
    expect([status, Object.keys(body.error.details ?? {})]).toEqual([422, fields]);
  });

  it('of an unknown series, or one of another company, is 404', async () => {
    const stranger = await newTrader();
    expect((await controlFile('', stranger)).status).toBe(404);
    expect((await trader.request('GET', asked('', randomUUID()))).status).toBe(404);
  });
});

describe('A control file of documents that were changed outside of the service', () => {
  it('says which number does not hold', async () => {
    const own = await newTrader();
    const [first, second] = [
      await own.issued({ issueDate: FROM, dueDate: FROM }),
      await own.issued({ issueDate: FROM, dueDate: FROM }),
    ];
    await service().idle();
    const { document } = (await readInvoice(own.scope.company, first.id))!;
    await transact([
      update(documentKey(KINDS.invoice, own.scope.company, document.id), {
        expression: 'SET #data = :data',
        names: { '#data': 'data' },
        values: { ':data': toPacked({ ...document, lines: undefined, total: '1.00' }) },
      }),
    ]);
    const path = asked('', first['documentSeriesId'] as string);
    const { body } = await own.request<ControlFile>('GET', path);
    expect(body.chainHolds).toBe(false);
    expect(body.numbers.map(({ number, problems }) => [number, problems.length > 0])).toEqual([
      [first.number, true],
      [second.number, false],
    ]);
    const text = await pdfText((await own.request<Buffer>('GET', `${path}&format=pdf`)).body);
    expect(text).toContain('NU este integru');
    expect(text).toContain('CONSTATARE: Documentul a fost modificat în afara aplicației.');
  });
});
