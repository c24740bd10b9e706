import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { useService } from '../../support/service.ts';
import { taxauthCalls } from './links-calls.ts';

const service = useService();
const { as, tokens, owner } = taxauthCalls(service);

describe('Connecting through the consent page', () => {
  const connect = (user: { token: string }, query = '') => as<Refusal>(user)('GET', `/api/connect/taxauth${query}`);

  it('reports a denial, and an unknown state, without saving', async () => {
    const { user } = await owner();
    const { headers } = await connect(user);
    const state = new URL(String(headers.get('location'))).searchParams.get('state');
    const end = async (query: string) =>
      (await service().api('GET', `/api/connect/taxauth/callback?${query}`)).headers.get('location');
    expect(await end(`state=${state}&error=access_denied`)).toMatch(/status=denied$/);
    expect(await end('state=unknown&code=x')).toMatch(/status=invalid$/);
    expect(await end('')).toMatch(/status=invalid$/);
    expect(await tokens(user)).toEqual([]);
  });
});
