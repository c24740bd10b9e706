import { beforeAll, expect } from 'vitest';
import { type Registered, registerOnly } from '../../support/accounts.ts';
import type { LicenseKey } from '../../support/contract.ts';
import { whoAmI } from '../../support/members.ts';
import type { Service } from '../../support/service.ts';

export const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string;

/** An organization, made before the first test, and requests about its licences. */
export function licensingCalls(service: () => Service) {
  // Filled in place.
  const owner = {} as Registered & { organization: string };
  beforeAll(async () => {
    Object.assign(owner, await registerOnly(service(), { organizationName: 'Firma' }));
    owner.organization = (await whoAmI(service(), owner)).organization.id;
  });
  const keys = (method: string, path = '', body?: unknown) =>
    service().api(method, `/api/v1/licensing/keys${path}`, { token: owner.token, body });
  const newKey = async (): Promise<LicenseKey> => (await keys('POST', '', { instanceName: 'On premises' })).body as LicenseKey;
  const listed = async (id: string) =>
    ((await keys('GET')).body as { keys: Record<string, unknown>[] }).keys.find(one => one['id'] === id);
  const validate = (body: unknown) => service().api('POST', '/api/v1/licensing/validate', { body });
  const setPlan = (plan: string) => service().api('PUT', `/_local/plans/${owner.organization}`, { body: { plan } });
  return { owner, keys, newKey, listed, validate, setPlan };
}
