import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { clientsCalls } from './calls.ts';
import { ENTRY, useRegisters } from './register.ts';

const service = useService();
const { newScope, add } = clientsCalls(service);
const register = useRegisters();

describe('Registers (completions-accounts §25)', () => {
  it('is called once a second: two callers more wait for their turn, the others get 429, and clients are created without it', async () => {
    const scope = await newScope();
    await register('COMPANY_REGISTRY_URL', 200, ENTRY);
    const lookups = async () => {
      const begun = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          call<{ error: string }>(service(), scope, 'GET', '/clients/taxauth-lookup?cui=14399840'),
        ),
      );
      return { answers, found: answers.filter(({ status }) => status === 200).length, took: performance.now() - begun };
    };
    expect((await lookups()).found).toBe(10);

    process.env['COMPANY_REGISTRY_CALLS_PER_SECOND'] = '1';
    const made = add(scope, { name: 'Mine', cui: '14399840' });
    const { answers, found, took } = await lookups();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThanOrEqual(1 + took / 1000);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBe(10 - found);
    for (const { status, headers, body } of refused) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(body).toEqual({ error: 'The limit of the tax authority is reached.', retryAfter: expect.any(Number) });
    }
    expect((await made).status).toBe(201);
  });
});
