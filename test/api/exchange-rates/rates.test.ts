import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { keyWith } from '../../support/members.ts';
import { type Scope, useOwnService } from '../../support/service.ts';

const service = useOwnService({ machines: [], exchangeRates: true });
let token: string;
let scope: Scope;

interface Rates {
  date: string;
  base: string;
  rates: Record<string, number>;
  stale: boolean;
}
interface Conversion {
  result: number;
  rate: number;
  date: string;
}
interface Refusal {
  error: { code: string; details?: Record<string, string[]> };
}

const get = async <T>(path: string): Promise<{ status: number; body: T }> => {
  const { status, body } = await service().api('GET', `/api/v1/exchange-rates${path}`, { token });
  return { status, body: body as T };
};
const rates = async (date?: string): Promise<Rates> => (await get<Rates>(date ? `?date=${date}` : '')).body;
const refused = async (path: string): Promise<unknown> => {
  const { status, body } = await get<Refusal>(path);
  return [status, body.error.code, Object.keys(body.error.details ?? {})];
};
const at = (timestamp: string): void => void service().runtime.clock.set(timestamp);
const runSchedule = async (): Promise<void> => {
  service().runtime.schedules.run('exchange-rates');
  await service().idle();
};

beforeAll(async () => {
  const user = await service().newUser();
  const { company } = await service().newCompany(user);
  token = await keyWith(service(), user, PERMISSIONS);
  scope = { token, company };
  service().runtime.clock.freeze(true);
  at('2026-11-20T10:30:00Z');
});

describe('Before the first run', () => {
  it('returns 503 without rates', async () => {
    expect(await refused('')).toEqual([503, 'service_unavailable', []]);
    expect(await refused('/convert?amount=1&from=EUR&to=RON')).toEqual([503, 'service_unavailable', []]);
  });
});

describe('GET /exchange-rates (REC-85 to REC-88)', () => {
  beforeAll(runSchedule);

  it('returns the rates of the day before until 13:00, and those of the day once they are published', async () => {
    const before = await rates();
    expect(before).toMatchObject({ date: '2026-11-19', base: 'RON', stale: false });
    at('2026-11-20T11:10:00Z');
    await runSchedule();
    const after = await rates();
    expect([after.date, after.stale]).toEqual(['2026-11-20', false]);
    expect(after.rates['EUR']).not.toBe(before.rates['EUR']);
    expect(await rates('2026-11-19')).toEqual(before);
  });

  it('returns for a day without a publication the last one before it', async () => {
    at('2026-11-22T12:00:00Z');
    expect(await rates()).toMatchObject({ date: '2026-11-20', stale: false });
    expect(await rates('2026-11-15')).toMatchObject({ date: '2026-11-13', stale: false });
    expect((await rates('2026-04-13')).date).toBe('2026-04-09');
  });

  it('keeps the lev for the days on which it was legal tender', async () => {
    expect((await rates('2025-12-31')).rates).toHaveProperty('BGN');
    expect((await rates('2026-01-05')).rates).not.toHaveProperty('BGN');
  });

  it('rejects days before the first publication with 422', async () => {
    expect(await refused('?date=2001-01-01')).toEqual([422, 'validation_error', ['date']]);
  });
});

describe('GET /exchange-rates/convert', () => {
  const convert = async (query: string): Promise<Conversion> => (await get<Conversion>(`/convert?${query}`)).body;

  it('converts through RON', async () => {
    const { EUR = 0, USD = 0, HUF = 0 } = (await rates('2026-11-20')).rates;
    expect(await convert('amount=100&from=EUR&to=RON&date=2026-11-20')).toEqual({
      ...{ amount: 100, from: 'EUR', to: 'RON', date: '2026-11-20' },
      ...{ result: Math.round(EUR * 10_000) / 100, rate: EUR },
    });
    const cross = await convert('amount=1000&from=eur&to=USD&date=2026-11-20');
    expect([cross.rate, cross.result]).toEqual([Number((EUR / USD).toFixed(4)), Number(((1000 * EUR) / USD).toFixed(2))]);
    const small = await convert('amount=1000000&from=HUF&to=EUR&date=2026-11-20');
    expect([small.rate, small.result]).toEqual([Number((HUF / EUR).toFixed(6)), Number(((1_000_000 * HUF) / EUR).toFixed(2))]);
  });

  it('equal currencies have rate 1, also those without one', async () => {
    expect(await convert('amount=10.555&from=EUR&to=EUR')).toMatchObject({ result: 10.56, rate: 1, date: '2026-11-20' });
    expect(await convert('amount=5&from=BGN&to=BGN')).toMatchObject({ result: 5, rate: 1 });
  });

  it('converts levs on days on which they were legal tender', async () => {
    const { status, body } = await get<Conversion>('/convert?amount=195.58&from=BGN&to=EUR&date=2025-12-31');
    expect([status, body.result]).toEqual([200, 100]);
  });

  it('rejects a currency that was not quoted that day at its field', async () => {
    expect(await refused('/convert?amount=1&from=BGN&to=EUR')).toEqual([422, 'validation_error', ['from']]);
  });
});

describe('While the source is down', () => {
  it('the last set is returned as stale; afterwards, the missed days are available', async () => {
    service().runtime.faults.add({ service: 'exchange-rates', kind: 'fail' });
    at('2026-11-24T12:30:00Z');
    await runSchedule();
    expect(await rates()).toMatchObject({ date: '2026-11-20', stale: true });
    expect(await rates('2026-11-23')).toMatchObject({ date: '2026-11-20', stale: true });
    expect(await rates('2026-11-20')).toMatchObject({ date: '2026-11-20', stale: false });
    service().runtime.faults.clear();
    await runSchedule();
    at('2026-11-24T12:40:00Z');
    expect(await rates()).toMatchObject({ date: '2026-11-24', stale: false });
    expect(await rates('2026-11-23')).toMatchObject({ date: '2026-11-23', stale: false });
  });
});

describe('GET /invoice-defaults', () => {
  it('has the rates that an invoice of today gets', async () => {
    const { body } = await service().api('GET', '/api/v1/invoice-defaults', scope);
    const { date, rates: before } = await rates('2026-11-23');
    expect(body).toMatchObject({ exchangeRateDate: date, exchangeRates: before });
    expect(body).not.toMatchObject({ currencies: expect.arrayContaining(['BGN']) as string[] });
  });
});
