import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { taxauthCalls } from './calls.ts';

const service = useService();
const { as, owner } = taxauthCalls(service);

describe('VAT status', () => {
  it('returns 400 without digits and 503 without a register', async () => {
    const { user } = await owner();
    expect((await as(user)('GET', '/api/v1/taxauth/vat-status/RO')).status).toBe(400);
    expect((await as(user)('GET', '/api/v1/taxauth/vat-status/RO14399840')).status).toBe(503);
  });
});
