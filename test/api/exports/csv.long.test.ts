import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { become, draft } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { rowsOf } from './calls.ts';
import { csvCalls } from './csv-calls.ts';

const service = useOwnService();

const { exporter, newInvoice, csv } = csvCalls(service);

describe('GET /invoices/export/csv (OUT-75 to OUT-79)', () => {
  it('a cell that a spreadsheet would evaluate is text; negative numbers stay numbers', async () => {
    const own = await exporter();
    await newInvoice(
      { notes: '=HYPERLINK("http://x")', projectReference: '@SUM(1)', orderNumber: '-7', contractNumber: '+1+1' },
      own,
    );
    const [row] = rowsOf((await csv('', own)).body);
    expect([row?.['Notes'], row?.['Project Reference'], row?.['Order Number'], row?.['Contract Number']]).toEqual([
      `'=HYPERLINK("http://x")`,
      "'@SUM(1)",
      '-7',
      "'+1+1",
    ]);
  });

  it('a table that is too large for a response is one redirect away', async () => {
    const own = await exporter();
    const internalNote = 'x'.repeat(2_000);
    const { id } = await draft(service(), own, { clientId: own.clientId, internalNote });
    // No invoice may hold this much; many together do.
    await become(own, id, { internalNote: 'x'.repeat(300_000), notes: 'ă'.repeat(30_000) });
    const others = Array.from({ length: 13 }, () => draft(service(), own, { clientId: own.clientId }));
    for (const other of await Promise.all(others)) await become(own, other.id, { internalNote: 'x'.repeat(330_000) });
    const redirect = await csv<undefined>('', own);
    expect([redirect.status, redirect.headers.get('x-total-records')]).toEqual([302, '14']);
    const file = await fetch(redirect.headers.get('location') ?? '');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="invoices-${today()}.csv"`);
    expect(rowsOf(Buffer.from(await file.arrayBuffer()))).toHaveLength(14);
  });

  it('429: above 10 exports per hour per company', async () => {
    const own = await exporter();
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await csv('', own)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await csv('')).status).toBe(200);
    await service().advance('PT61M');
    expect((await csv('', own)).status).toBe(200);
  });
});
