import { expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { Invoice, Series, SeriesAudit, ValidationResult } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

const { request, post, put, act, invoiceBody } = useTrader();

const BEFORE = expect.stringMatching(/^issueDate: 2020-01-01 is before \d{4}-\d\d-\d\d, the date of a lower number/) as string;
const OTHER_YEAR = expect.stringMatching(/^documentSeriesId: the series FCT of 2019 is of the year 2019/) as string;

it('a date before that of a lower number, or of another year than the series, causes a warning, and a note of the audit', async () => {
  const { body: series } = await request<Series>('POST', '/document-series', {
    ...{ prefix: 'FCT', name: 'FCT of 2019', type: 'invoice', year: 2019 },
  });
  const own = { documentSeriesId: series.id };
  const first = await post(invoiceBody(own));
  expect(first.body.validation.warnings).toEqual([OTHER_YEAR]);
  expect((await act(first.body.invoice.id, 'issue')).body.warnings).toEqual([OTHER_YEAR]);
  const lines = [{ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 19 }];
  const second = await post(invoiceBody({ ...own, lines, issueDate: '2020-01-01' }));
  const { id } = second.body.invoice;
  expect(second.body.validation.warnings).toEqual([BEFORE, OTHER_YEAR]);
  expect((await put(id, { notes: 'x' })).body.validation.warnings).toEqual([BEFORE, OTHER_YEAR]);
  for (const mode of ['quick', 'full'])
    expect((await request<ValidationResult>('POST', `/invoices/${id}/validate?mode=${mode}`)).body.warnings).toEqual(
      expect.arrayContaining([BEFORE, OTHER_YEAR]),
    );
  expect((await act<Invoice>(id, 'issue')).body.warnings).toEqual([BEFORE, OTHER_YEAR]);

  const { body: audit } = await request<SeriesAudit>('GET', `/document-series/${series.id}/audit`);
  expect(audit).toMatchObject({ chainHolds: true, problems: [] });
  expect(audit.notes.map(({ sequence, message }) => [sequence, message])).toEqual([
    [1, `Its date ${today()} is not of the year 2019 of the series.`],
    [2, `Its date 2020-01-01 is before ${today()}, the date of FCT-2019-001.`],
    [2, 'Its date 2020-01-01 is not of the year 2019 of the series.'],
  ]);
});

it('a date before 2000 is rejected: 422 with the field', async () => {
  const { status, body } = await request('POST', '/invoices', invoiceBody({ issueDate: '0000-01-01', dueDate: '1999-12-31' }));
  expect([status, body]).toMatchObject([
    ...[
      422,
      { error: { details: { issueDate: ['must not be before 2000-01-01'], dueDate: ['must not be before 2000-01-01'] } } },
    ],
  ]);
});
