import { describe, expect, it } from 'vitest';
import { handler as convertAmount } from '../../../functions/exchange-rates/convert.ts';
import { handler as list } from '../../../functions/exchange-rates/list.ts';
import { convert } from '#shared/records/exchange-rates/convert.ts';
import { showConversion, showRates } from '#shared/records/exchange-rates/show.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { refusedFieldsBy, refusedFieldsOf } from '../../support/refused/fields.ts';

/** Requests that are rejected with 422 before any rate is read, and currencies without a rate (REC-85 to REC-88). */

const invalid = (field: string) => [422, 'validation_error', [field]];

describe('GET /exchange-rates', () => {
  it('accepts valid requests', async () => {
    expect(await refusedFieldsOf(list)).toBeUndefined();
    expect(await refusedFieldsOf(list, { query: 'date=2026-11-20' })).toBeUndefined();
  });

  it.each(['2026-02-30', 'x', ''])('rejects the date %j', async date => {
    expect(await refusedFieldsOf(list, { query: `date=${date}` })).toEqual(invalid('date'));
  });

  it('rejects tomorrow', async () => {
    expect(await refusedFieldsBy(() => showRates({ date: addDays(today(), 1) }))).toEqual(invalid('date'));
  });
});

describe('GET /exchange-rates/convert', () => {
  it('accepts valid requests', async () => {
    expect(await refusedFieldsOf(convertAmount, { query: 'amount=1&from=eur&to=RON&date=2026-11-20' })).toBeUndefined();
  });

  it.each([
    ['from=EUR&to=RON', 'amount'],
    ['amount=1&to=RON', 'from'],
    ['amount=1&from=EUR', 'to'],
    ['amount=0&from=EUR&to=RON', 'amount'],
    ['amount=-1&from=EUR&to=RON', 'amount'],
    ['amount=x&from=EUR&to=RON', 'amount'],
    ['amount=99999999999&from=EUR&to=RON', 'amount'],
    ['amount=1&from=EURO&to=RON', 'from'],
    ['amount=1&from=EUR&to=QQQ', 'to'],
  ])('rejects %s at %s', async (query, field) => {
    expect(await refusedFieldsOf(convertAmount, { query })).toEqual(invalid(field));
  });

  it('rejects tomorrow', async () => {
    const date = addDays(today(), 1);
    expect(await refusedFieldsBy(() => showConversion({ amount: '1', from: 'EUR', to: 'RON', date }))).toEqual(invalid('date'));
  });

  it.each([
    ['BGN', 'EUR', 'from'],
    ['EUR', 'GEL', 'to'],
  ])('rejects a currency that was not quoted that day: %s to %s', async (from, to, field) => {
    const set = { date: '2026-11-20', rates: { EUR: '5.08' } };
    expect(await refusedFieldsBy(() => convert('1', from, to, set))).toEqual(invalid(field));
  });
});
