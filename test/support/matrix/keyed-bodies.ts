import { randomUUID } from 'node:crypto';
import type { Definition } from './endpoints.ts';
import type { Fixtures } from './targets.ts';

/** Bodies where the usual one is rejected before an `Idempotency-Key` is claimed. They name no record that exists. */
const BODIES: Record<string, () => object> = {
  '/api/v1/clients/from-registry': () => ({ cui: '14399840' }),
  '/api/v1/delivery-notes/bulk-convert': () => ({ ids: [randomUUID(), randomUUID()] }),
  '/api/v1/delivery-notes/from-proforma': () => ({ proformaId: randomUUID() }),
  '/api/v1/me/mfa/totp/enable': () => ({ code: '123456' }),
  '/api/v1/passkey/register': () => ({
    name: 'Test',
    response: { id: 'e30', rawId: 'e30', type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: 'e30' } },
  }),
  '/api/v1/taxauth/tokens/{id}/validate-cif': () => ({ cif: '14399840' }),
};

/** A body that a POST accepts by its schema, so that its `Idempotency-Key` is claimed; undefined if it takes none. */
export async function validBody({ method, path, body, form }: Definition, fixtures: Fixtures): Promise<object | undefined> {
  if (!body && !form) return undefined;
  return BODIES[path]?.() ?? fixtures.body({ method, path });
}
