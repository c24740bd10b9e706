import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { registryNumber } from '#shared/records/parties/clients/input.ts';
import { lookUpCompany } from '#shared/authority/registries/lookups.ts';
import type { registryEntrySchema } from '#shared/authority/registries/schema.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/clients/taxauth-lookup',
    summary: 'Look up a tax number in the company register',
    auth: 'company',
    permission: 'client.view',
    query: z.object({ cui: registryNumber() }),
    responses: {
      200: () =>
        import('#shared/authority/registries/schema.ts').then(({ registryEntrySchema }) =>
          z.object({ data: registryEntrySchema }),
        ),
    },
    errors: [404, 503],
    present: (data: z.infer<typeof registryEntrySchema>) => ({ data }),
  },
  ({ query }) => lookUpCompany(query.cui),
);
