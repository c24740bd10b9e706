import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import type { LicenseKey } from '#shared/accounts/identity/licensing/model.ts';
import { listLicenseKeys } from '#shared/accounts/identity/licensing/list-keys.ts';
import { presentLicenseKey } from '#shared/accounts/identity/licensing/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/licensing/keys',
    summary: 'List the licence keys of the organization',
    auth: 'user',
    permission: 'org.manage_billing',
    responses: {
      200: () =>
        import('#shared/accounts/identity/licensing/schema.ts').then(({ licenseKeySchema }) =>
          z.object({ keys: z.array(licenseKeySchema) }),
        ),
    },
    present: (keys: LicenseKey[]) => ({ keys: keys.map(presentLicenseKey) }),
  },
  ({ actor }) => listLicenseKeys(actor),
);
