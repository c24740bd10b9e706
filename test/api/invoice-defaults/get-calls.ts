import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { clientKey, readClient } from '#shared/records/parties/clients/store.ts';
import { transact, update } from '#shared/platform/store/transact.ts';
import type { InvoiceDefaults } from '../../support/contract.ts';
import { call, trader } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';

export const chosen = ({ vatRates }: InvoiceDefaults) =>
  vatRates.filter(rate => rate.default).map(rate => [rate.rate, rate.categoryCode]);

/** Requests of these tests. */
export function getCalls() {
  const service = useService();
  const scope = {} as Scope & { clientId: string };

  beforeAll(async () => {
    Object.assign(scope, await trader(service()));
    await call(service(), scope, 'PATCH', `/companies/${scope.company}`, { oss: true });
  });

  /** A client abroad, with the response that the register would have had for it. */
  async function abroad(country: string, viesValid: boolean | null, overrides: object = {}, of: Scope = scope): Promise<string> {
    const { id } = await service().newClient(of, {
      ...{ name: randomUUID(), type: 'company', cui: null, county: null, country },
      ...overrides,
    });
    await transact([
      update(clientKey(of.company, id), {
        expression: 'SET #row.#record.viesValid = :valid',
        names: { '#row': 'row', '#record': 'record' },
        values: { ':valid': viesValid },
      }),
    ]);
    expect((await readClient(of.company, id))?.viesValid).toBe(viesValid);
    return id;
  }
  return { service, scope, abroad };
}
