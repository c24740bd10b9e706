import { describe, expect, it } from 'vitest';
import { useOwnService } from '../support/service.ts';
import { CIF, useAuthorityCalls } from '../support/taxauth/many-calls.ts';
import { supplierInvoice } from '../support/taxauth/received.ts';
import { asFunction, callAtOnce } from '../support/taxauth/workers.ts';

/** Limits of the authority, by workers that call at once; those of many calls are in authority-limits.long.test.ts. */

const service = useOwnService();
const { WORKERS, client, anyCall, clockNow, arrivedSince } = useAuthorityCalls(service);

describe('the limits of a day', () => {
  const inbox = () => service().runtime.engines.taxauth.addInbox({ cif: CIF, xml: supplierInvoice({ buyer: CIF }) }).messageId;

  it('10 downloads of a message: the 11th waits a day, other messages do not', async () => {
    const [message, other] = [inbox(), inbox()];
    const download = (id: string) => () => asFunction('company', false, () => client().downloadAnswer(id));
    const { made, refusals } = await callAtOnce(WORKERS, 100, download(message));
    expect(made).toBe(10);
    expect(refusals.map(({ limit }) => limit)).toEqual(Array(WORKERS).fill('download'));
    expect(refusals[0]?.retryAfter).toBeGreaterThanOrEqual(86_400);
    expect(await callAtOnce(1, 1, download(other))).toMatchObject({ made: 1 });
    await service().advance('PT23H');
    expect(await callAtOnce(1, 1, download(message))).toMatchObject({ made: 0 });
    await service().advance('PT1H1M');
    expect(await callAtOnce(1, 1, download(message))).toMatchObject({ made: 1 });
  });
});

describe('a count that fails', () => {
  it('makes no call while the table does not respond', async () => {
    service().runtime.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'fail' });
    const from = clockNow();
    await expect(asFunction('company', true, anyCall)).rejects.toMatchObject({ name: 'TaxauthUnavailable' });
    expect(arrivedSince(from)).toBe(0);
  });
});
