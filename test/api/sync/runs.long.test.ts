import { describe, expect, it } from 'vitest';
import { useReceivers } from '../../support/taxauth/companies.ts';
import { deliver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService();

const { receiver, numbers, messages } = useReceivers(service, 20_000_000);

describe('an unreadable document', () => {
  it('is stored by a later run if the archive was truncated', async () => {
    const scope = await receiver();
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif }));
    const cut = await service().api('POST', '/_local/faults', {
      body: { service: 'taxauth', operation: 'descarcare', kind: 'lostAnswer', times: 1 },
    });
    expect(cut.status).toBe(201);
    await synchronize(service(), scope);
    expect(await numbers(scope)).toEqual([]);
    expect(await messages(scope)).toMatchObject([{ status: 'error' }]);
    await service().advance('PT61M');
    await synchronize(service(), scope);
    expect(await numbers(scope)).toEqual(['F-1']);
    expect(await messages(scope)).toMatchObject([{ status: 'ok' }]);
  });
});
