import { expect } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import type { Service } from '../../support/service.ts';

export const because = (reason: string) => [422, 'validation_error', { status: 'cancelled', reason }];

/** Requests of these tests. */
export function restoreCalls(service: () => Service) {
  const { scope, request, act, draft, issued, detailOf, file, become, newTrader } = useTrader({ service, lasting: true });

  const restore = (id: string) => act(id, 'restore');

  async function cancelled(overrides: object = {}, fields: object = {}): Promise<Invoice> {
    const { id } = await issued(overrides);
    if (Object.keys(fields).length > 0) await become(id, fields);
    const { status, body } = await act(id, 'cancel', { reason: 'Cancelled by mistake' });
    expect(status).toBe(200);
    return body;
  }

  const refusal = async (id: string) => {
    const { status, body } = await restore(id);
    expect((await detailOf(id)).status).toBe('cancelled');
    return [status, body.error.code, body.error.details];
  };
  return { scope, request, act, draft, issued, detailOf, file, become, newTrader, restore, cancelled, refusal };
}
