import { describe, expect, it } from 'vitest';
import type { CreditNote, Invoice } from '../support/contract.ts';
import { places } from '../support/effort.ts';
import { call, issued, readyCompany } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();

describe('a process that dies at any call of a storno (INV-96)', () => {
  it('leaves nothing, or the issued credit note with the balance of its invoice; the next number follows without a gap', async () => {
    const scope = await readyCompany(service());
    const fresh = (): Promise<Invoice> => issued(service(), scope, { clientId: scope.clientId });
    const storno = (id: string) => call<CreditNote>(service(), scope, 'POST', `/invoices/${id}/storno`);
    const read = async (id: string): Promise<Invoice> => (await call(service(), scope, 'GET', `/invoices/${id}`)).body;

    expect((await storno((await fresh()).id)).status).toBe(201);
    const calls =
      service()
        .runtime.meter.last(5)
        .find(request => request.function === 'invoices-storno')?.calls ?? [];
    expect(calls.map(one => one.operation)).toContain('TransactWriteItems');
    let made = 1;
    let next = await fresh();
    for (const at of places(calls.length, 8)) {
      for (const when of ['before', 'after'] as const) {
        const what = `died ${when} call ${at}, ${calls[at - 1]?.operation}`;
        service().runtime.faults.crash({ call: at, when, name: 'invoices-storno' });
        expect((await storno(next.id)).status, what).toBe(500);
        expect(service().runtime.faults.crashed(), what).toBe(true);
        const { creditNotes, balance, creditedAmount } = await read(next.id);
        if (creditNotes.length === 0) {
          // Nothing was done: a later attempt takes it back.
          expect([balance, creditedAmount], what).toEqual([121, 0]);
          continue;
        }
        made += 1;
        expect([balance, creditedAmount, creditNotes.length], what).toEqual([0, 121, 1]);
        expect(creditNotes[0]?.number, what).toBe(`NC-${String(made).padStart(3, '0')}`);
        expect((await storno(next.id)).status, what).toBe(409);
        next = await fresh();
      }
    }
    // It died after its transaction at least once: after its last call.
    expect(made).toBeGreaterThan(1);
    const last = await storno(next.id);
    expect([last.status, last.body.number]).toEqual([201, `NC-${String(made + 1).padStart(3, '0')}`]);
  });
});
