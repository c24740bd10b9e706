import { registerReady } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import type { Service } from '../../support/service.ts';

export const denied = { status: 403, body: { error: { details: { reason: 'permission', permission: 'settings.manage' } } } };

/** Requests of these tests. */
export function updateCalls(service: () => Service) {
  const rename = (token: string, id: string, body: unknown, headers: Record<string, string> = {}) =>
    service().api('PATCH', `/api/v1/organizations/${id}`, { token, body, headers });
  const newOwner = async () => {
    const owner = await registerReady(service(), { organizationName: 'Firma' });
    return { ...owner, organization: (await whoAmI(service(), owner)).organization };
  };
  return { rename, newOwner };
}
