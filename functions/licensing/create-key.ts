import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { createLicenseKey } from '#shared/accounts/identity/licensing/create-key.ts';
import { newLicenseKeyBody } from '#shared/accounts/identity/licensing/input.ts';
import { presentNewLicenseKey } from '#shared/accounts/identity/licensing/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/licensing/keys',
    summary: 'Create a licence key',
    auth: 'user',
    permission: 'org.manage_billing',
    body: newLicenseKeyBody,
    responses: { 201: () => import('#shared/accounts/identity/licensing/schema.ts').then(schema => schema.newLicenseKeySchema) },
    errors: [402],
    present: presentNewLicenseKey,
  },
  ({ actor, body, commit }) => createLicenseKey(actor, body, commit),
);
