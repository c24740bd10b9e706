import { describe, expect, it } from 'vitest';
import { LOCAL_SECRET } from '../../../infra/local/environment.ts';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import { parameterOf } from '#shared/platform/settings/secret-names.ts';
import type { Refusal } from '../../support/contract.ts';
import { useService } from '../../support/service.ts';
import { taxauthCalls } from './calls.ts';

const service = useService();
const { as, tokens, owner, isConnected } = taxauthCalls(service);

describe('Connecting through the consent page', () => {
  const connect = (user: { token: string }, query = '') => as<Refusal>(user)('GET', `/api/connect/taxauth${query}`);

  it('redirects there, and the callback saves the token once', async () => {
    const { user, scope } = await owner();
    const { status, headers } = await connect(user, `?companyId=${scope.company}`);
    expect(status).toBe(302);
    const page = await fetch(String(headers.get('location')), { redirect: 'manual' });
    const callback = String(page.headers.get('location'));
    expect((await fetch(callback, { redirect: 'manual' })).headers.get('location')).toMatch(/status=connected$/);
    expect((await fetch(callback, { redirect: 'manual' })).headers.get('location')).toMatch(/status=invalid$/);
    expect(await tokens(user)).toHaveLength(1);
    expect(await isConnected(scope)).toBe(true);
  });

  it('fails, and saves nothing, where the secret of the registered application is missing', async () => {
    const { user, scope } = await owner();
    const { headers } = await connect(user, `?companyId=${scope.company}`);
    const page = await fetch(String(headers.get('location')), { redirect: 'manual' });
    const { ssm } = service().runtime.engines;
    const parameter = parameterOf('local', 'taxauth-client');
    ssm.put(parameter, undefined);
    clearCaches();
    try {
      const back = await fetch(String(page.headers.get('location')), { redirect: 'manual' });
      expect(back.headers.get('location')).toMatch(/status=failed$/);
    } finally {
      ssm.put(parameter, LOCAL_SECRET);
    }
    expect(await tokens(user)).toHaveLength(0);
    expect(await isConnected(scope)).toBe(false);
  });

  it('requires access to the company (403), and the settings (503)', async () => {
    const [{ user, scope }, stranger] = [await owner(), await owner()];
    expect((await connect(stranger.user, `?companyId=${scope.company}`)).status).toBe(403);
    const url = process.env['TAXAUTH_OAUTH_URL'];
    delete process.env['TAXAUTH_OAUTH_URL'];
    try {
      expect((await connect(user)).status).toBe(503);
    } finally {
      process.env['TAXAUTH_OAUTH_URL'] = url;
    }
  });

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
