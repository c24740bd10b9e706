import { describe, expect, it } from 'vitest';
import type { Answered } from '../../support/contract.ts';
import { whoAmI } from '../../support/members.ts';
import { useTrader } from '../../support/trader.ts';

const { service, scope, request, act, draft, detailOf } = useTrader();

const get = <T = Buffer>(path: string): Promise<Answered<T>> => request<T>('GET', `/invoices/${path}`);

describe('GET /invoices/{uuid}/events (INV-61 to INV-63)', () => {
  it('returns the events, newest first, with the documented fields', async () => {
    const { id } = await draft({ collect: { value: 1 } });
    await request('PUT', `/invoices/${id}`, { notes: 'x' });
    await act(id, 'issue');
    await act(id, 'cancel', { reason: 'Comandă anulată' });

    const me = await whoAmI(service(), scope);
    const { status, body: events } = await get<Record<string, unknown>[]>(`${id}/events`);
    expect(status).toBe(200);
    expect(events.map(event => [event['type'], event['status']])).toEqual([
      ['cancelled', 'cancelled'],
      ['pdf_generated', null],
      ['xml_generated', null],
      ['status_change', 'issued'],
      ['updated', null],
      ['payment_received', null],
      ['created', 'draft'],
    ]);
    expect(events[3]?.['metadata']).toMatchObject({ xmlGenerated: true, pdfGenerated: true });
    const times = events.map(event => event['timestamp'] as string);
    expect(times).toEqual(times.toSorted().toReversed());
    for (const event of events) {
      expect(event).toEqual({
        id: expect.any(String),
        type: expect.any(String),
        status: event['status'],
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        details: expect.any(String),
        user: String(event['type']).endsWith('_generated')
          ? { id: null, name: 'System', email: null }
          : { id: me.id, name: 'Ana Popescu', email: expect.stringContaining('@') },
        metadata: event['metadata'],
      });
    }
    expect((await detailOf(id)).events).toEqual(events);
    expect((await get<Record<string, unknown>[]>(`${id}/events?type=created`)).body).toEqual(events);
  });
});
