import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { Refusal, SeriesDecision } from '../../support/contract.ts';
import { pdfText } from '../../support/files.ts';
import { useTrader } from '../../support/trader.ts';

/** GET /reports/series-decision (REP-66 and REP-67). Which number a series begins with is tested in test/unit/reports. */

const { scope, request, issued, service, newTrader } = useTrader();
const year = Number(today().slice(0, 4));
const decision = <T = SeriesDecision & Refusal>(query = '') => request<T>('GET', `/reports/series-decision${query}`);

describe('GET /reports/series-decision', () => {
  it('has each series of the year with the number from which it begins', async () => {
    const first = await issued();
    await issued();
    await request('POST', '/document-series', { prefix: 'PF', type: 'proforma', name: 'Oferte', currentNumber: 40 });
    await service().idle();
    const { status, body } = await decision();
    expect(status).toBe(200);
    expect(body).toMatchObject({ year, madeOn: today() });
    expect(body.series[0]).toMatchObject({ type: 'invoice', firstNumber: 1, firstNumberFormatted: first.number, isUsed: true });
    expect(body.series).toContainEqual(
      expect.objectContaining({ type: 'proforma', prefix: 'PF', name: 'Oferte', firstNumber: 41, isUsed: false }),
    );
    // The year that is to come continues the series.
    const next = (await decision(`?year=${year + 1}`)).body;
    expect(next.series[0]).toMatchObject({ type: 'invoice', firstNumber: 3, isUsed: false });
    // In a year that is over, only what was used then.
    expect((await decision(`?year=${year - 1}`)).body.series).toEqual([]);
  });

  it('as PDF names the series, the first numbers and the law, with lines to fill in', async () => {
    const { status, headers, body } = await decision<Buffer>('?format=pdf');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain(`decizie-inseriere-${year}.pdf`);
    const text = await pdfText(body);
    for (const said of [
      ...['Decizie de înseriere', `pentru anul ${year}`, 'Facturi proforme', 'Oferte', 'PF-041', 'OMFP nr. 2634/2015'],
      ...['Administrator', 'Persoana desemnată'],
    ])
      expect(text).toContain(said);
  });

  it('shows the series of the own company only', async () => {
    const stranger = await newTrader();
    const { body } = await stranger.request<SeriesDecision>('GET', '/reports/series-decision');
    expect(body.series.some(({ prefix }) => prefix === 'PF')).toBe(false);
    const foreign = await service().api('GET', '/api/v1/reports/series-decision', { ...stranger.scope, company: scope.company });
    expect(foreign.status).toBe(403);
  });

  it.each([
    ['year=26', 'year'],
    ['year=1999', 'year'],
    [`year=${year + 2}`, 'year'],
    ['format=csv', 'format'],
  ])('refuses the query "%s"', async (query, field) => {
    const { status, body } = await decision(`?${query}`);
    expect([status, Object.keys(body.error.details ?? {})]).toEqual([422, [field]]);
  });
});
