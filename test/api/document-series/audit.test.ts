import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { useAudited } from './audited.ts';

const { service, audited, audit } = useAudited();

describe('GET /document-series/{uuid}/audit', () => {
  it('reports first, last, cancelled numbers and an intact chain', async () => {
    const report = await audit();
    expect(report).toMatchObject({
      first: { sequence: 1, number: audited().documents[0]?.number, invoiceId: audited().documents[0]?.id },
      last: { sequence: 6, number: audited().documents[5]?.number },
      from: 1,
      to: 6,
      next: null,
      count: 6,
      gaps: [],
      duplicates: [],
      deleted: [],
      cancelled: [
        { sequence: 2, number: audited().documents[1]?.number, invoiceId: audited().documents[1]?.id, reason: 'Ordered twice' },
      ],
      chainHolds: true,
      problems: [],
    });
  });

  it('accepts a part of the series, linked to the entry before it', async () => {
    expect(await audit('?from=3&to=4')).toMatchObject({ from: 3, to: 4, count: 2, gaps: [], chainHolds: true });
  });

  it('as CSV: a row for each number, with its hash and that of the issue before', async () => {
    const answer = await call<string>(service(), audited().scope, 'GET', `/document-series/${audited().series}/audit?format=csv`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
    const rows = parse(Buffer.from(answer.body), { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.map(row => [row['sequence'], row['number']])).toEqual(
      audited().documents.map((one, place) => [String(place + 1), one.number]),
    );
    expect(rows.slice(1).map(row => row['previousHash'])).toEqual(rows.slice(0, -1).map(row => row['hash']));
    expect(rows[1]).toMatchObject({ status: 'cancelled', total: '121.00', problems: '' });
    const { first, last } = await audit();
    expect([first?.hash, last?.hash]).toEqual([rows[0]?.['hash'], rows.at(-1)?.['hash']]);
  });

  it('returns 422 for an unknown format', async () => {
    const path = `/document-series/${audited().series}/audit?format=xml`;
    const { status, body } = await call<Refusal>(service(), audited().scope, 'GET', path);
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['format']]);
  });

  it('returns 404 for an unknown series', async () => {
    expect((await call(service(), audited().scope, 'GET', `/document-series/${audited().documents[0]?.id}/audit`)).status).toBe(
      404,
    );
  });
});
