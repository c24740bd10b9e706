import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startExchangeRates } from '../../../infra/local/engines/exchange-rates.ts';
import type { Engine } from '../../../infra/local/engines/http.ts';
import { refreshRates } from '#shared/records/exchange-rates/refresh.ts';
import { RatesUnavailable } from '#shared/records/exchange-rates/source.ts';
import { newRateSet, PARTITION, type RateSet } from '#shared/records/exchange-rates/store.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { isWorkingDay } from '#shared/model/calendar/working-days.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { remove, transact } from '#shared/platform/store/transact.ts';
import type { Key } from '#shared/platform/store/table.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
let bank: Engine;
/** The responses of a server in place of the bank's, and the requested paths. */
let answer: { status: number; body: string | Buffer };
let asked: string[];
let other: Server;
const bankAt = (url: string): string => (process.env['EXCHANGE_RATES_URL'] = url);
const otherUrl = (): string => `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

beforeAll(async () => {
  bank = await startExchangeRates({ now: () => table.clock.now() });
  other = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  delete process.env['EXCHANGE_RATES_URL'];
  await bank.stop();
  other.closeAllConnections();
  await new Promise(resolve => other.close(resolve));
});
/** Lines of the log. */
let lines: string[];

beforeEach(() => {
  lines = [];
  setLogSink(line => void lines.push(line));
  asked = [];
  answer = { status: 200, body: '' };
  bankAt(bank.endpoint);
});
afterEach(async () => {
  setLogSink(line => void process.stdout.write(`${line}\n`));
  const items = await queryItems<Key>({ partition: PARTITION });
  for (let from = 0; from < items.length; from += 100)
    await transact(items.slice(from, from + 100).map(({ pk, sk }) => remove({ pk, sk })));
});

const storedSets = async (): Promise<RateSet[]> =>
  (await queryItems<{ data: RateSet }>({ partition: PARTITION })).map(({ data }) => data);
const storedDays = async (): Promise<string[]> => (await storedSets()).map(({ date }) => date);
const workingDays = (first: string, last: string): string[] => {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) if (isWorkingDay(day)) days.push(day);
  return days;
};
const keep = (date: string, EUR = '5'): Promise<void> => transact([newRateSet({ date, rates: { EUR } })]);
const file = (...dates: string[]): string =>
  `<DataSet><Body>${dates.map(date => `<Cube date="${date}"><Rate currency="EUR">5.1</Rate></Cube>`).join('')}</Body></DataSet>`;

describe('a run of the schedule', () => {
  it('stores the set of a day once it is published, in one write', async () => {
    await keep('2026-11-19');
    table.clock.set('2026-11-20T10:59:00Z');
    await refreshRates();
    expect(await storedDays()).toEqual(['2026-11-19']);
    table.clock.set('2026-11-20T11:00:00Z');
    await keepBefore('2026-11-19');
    const before = table.calls.length;
    await refreshRates();
    expect((await storedDays()).at(-1)).toBe('2026-11-20');
    expect(table.calls.slice(before).map(({ operation }) => operation)).toContain('PutItem');
  });

  it('requests nothing from the bank when all sets are stored: after publication, at weekends, on holidays', async () => {
    bankAt(otherUrl());
    for (const [last, now] of [
      ['2026-11-19', '2026-11-20T10:00:00Z'],
      ['2026-11-20', '2026-11-20T11:30:00Z'],
      ['2026-11-20', '2026-11-22T15:00:00Z'],
      ['2026-11-27', '2026-12-01T15:00:00Z'],
    ] as const) {
      await keep(last).catch(() => {});
      table.clock.set(now);
      await refreshRates();
    }
    expect(asked).toEqual([]);
  });

  it('stores the days that an outage of the source left out: from the last ten, or from the year', async () => {
    await keep('2026-11-11');
    table.clock.set('2026-11-20T12:00:00Z');
    await refreshRates();
    expect((await storedDays()).filter(day => day >= '2026-11-11')).toEqual(workingDays('2026-11-11', '2026-11-20'));
    table.clock.set('2027-01-20T12:00:00Z');
    await refreshRates();
    expect((await storedDays()).filter(day => day >= '2026-11-11')).toEqual(workingDays('2026-11-11', '2027-01-20'));
  });

  it('does nothing where no source is configured', async () => {
    bankAt('');
    await refreshRates();
    expect(await storedDays()).toEqual([]);
  });

  it('leaves one set a day when two run at once', async () => {
    await keepBefore('2026-11-10');
    table.clock.set('2026-11-20T12:00:00Z');
    await Promise.all([refreshRates(), refreshRates(), refreshRates()]);
    expect((await storedDays()).slice(-9)).toEqual(workingDays('2026-11-10', '2026-11-20'));
  });
});

/** The ten working days up to one, so that a run needs no file of a year. */
async function keepBefore(last: string): Promise<void> {
  const there = new Set(await storedDays());
  const days = workingDays(addDays(last, -20), last).filter(day => !there.has(day));
  for (const day of days) await keep(day);
}

describe('a stored set', () => {
  it('stays when the bank changes it, which is logged', async () => {
    await keepBefore('2026-11-19');
    table.clock.set('2026-11-20T12:00:00Z');
    bankAt(otherUrl());
    answer.body = file('2026-11-18', '2026-11-19', '2026-11-20');
    await refreshRates();
    expect((await storedSets()).slice(-3).map(({ rates }) => rates['EUR'])).toEqual(['5', '5', '5.1']);
    expect(lines.filter(line => line.includes('was changed')).map(line => JSON.parse(line))).toMatchObject([
      { level: 'WARN', date: '2026-11-18', currencies: 'EUR' },
      { level: 'WARN', date: '2026-11-19', currencies: 'EUR' },
    ]);
  });
});

describe('a source that is down or returns something else', () => {
  it.each([
    ['an error', { status: 500, body: file('2026-11-20') }],
    ['no such file', { status: 404, body: 'Not found' }],
    ['an HTML page', { status: 200, body: '<html><body>Down</body></html>' }],
    ['an empty file', { status: 200, body: '' }],
    ['a file with one bad rate', { status: 200, body: file('2026-11-19', '2026-11-20').replace('5.1', '5,1') }],
    ['a set of tomorrow', { status: 200, body: file('2026-11-20', '2026-11-21') }],
    ['bytes that are no text', { status: 200, body: Buffer.from([0x3c, 0xff, 0xfe, 0x80]) }],
    ['a file that is too long', { status: 200, body: `${file('2026-11-20')}${' '.repeat(4_000_000)}` }],
  ])('(%s) fails the run, and nothing is stored', async (_what, given) => {
    await keep('2026-11-19');
    table.clock.set('2026-11-20T12:00:00Z');
    bankAt(otherUrl());
    answer = given;
    await expect(refreshRates()).rejects.toThrow(RatesUnavailable);
    expect(await storedDays()).toEqual(['2026-11-19']);
  });

  it('(no server) fails the run; the next one stores the day', async () => {
    await keepBefore('2026-11-19');
    table.clock.set('2026-11-20T12:00:00Z');
    bankAt('http://127.0.0.1:1');
    await expect(refreshRates()).rejects.toThrow(RatesUnavailable);
    bankAt(bank.endpoint);
    await refreshRates();
    expect((await storedDays()).at(-1)).toBe('2026-11-20');
  });
});
