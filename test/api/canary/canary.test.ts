import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { useCanaries } from './canary-calls.ts';

/** The canary against a running system. What else it finds is in failures.long.test.ts. */

const service = useOwnService();
const { canary } = useCanaries(service);

describe('a run of the canary', () => {
  it('makes an invoice; the next finds it validated, its mail delivered and its webhook taken with a valid signature', async () => {
    const own = await canary();
    const statuses = async ({ scope }: typeof own): Promise<string[]> =>
      (await call<{ data: { status: string }[] }>(service(), scope, 'GET', '/invoices')).body.data.map(({ status }) => status);
    expect(await own.run()).toEqual([]);
    await service().advance('PT1H');
    expect(await statuses(own)).toEqual(['validated']);
    expect(own.receiver.answers).toEqual([204]);
    expect(await own.run()).toEqual([]);
    expect(await statuses(own)).toEqual(['sent_to_provider', 'validated']);
  });

  it('fails where the key was revoked', async () => {
    const own = await canary();
    const { body } = await service().api('GET', '/api/v1/api-tokens', { token: own.user.token });
    for (const { id } of body as { id: string }[])
      expect((await service().api('DELETE', `/api/v1/api-tokens/${id}`, { token: own.user.token })).status).toBe(204);
    const found = await own.run();
    expect([...new Set(found.map(({ problem }) => problem))]).toEqual(['key-refused']);
    expect(found[0]?.message).toMatch(/^POST \/api\/v1\/invoices answered 401: .*\(request [\w-]+\)$/);
  });
});
