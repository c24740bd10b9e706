import { describe, expect, test } from 'vitest';
import { useService } from '../../support/service.ts';
import { licensingCalls } from './calls.ts';

const service = useService();
const { owner, keys, newKey, listed } = licensingCalls(service);

describe('licence keys', () => {
  test('200 revoked, also when repeated; it stays listed; 404 for an unknown one', async () => {
    const { id } = await newKey();
    expect(await keys('DELETE', `/${id}`)).toMatchObject({ status: 200, body: { status: 'revoked' } });
    expect((await keys('DELETE', `/${id}`)).status).toBe(200);
    expect((await listed(id))?.['active']).toBe(false);
    expect((await keys('DELETE', `/${owner.organization}`)).status).toBe(404);
  });
});
