import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { lookUpVatNumber, vatNumber } from '#shared/authority/registries/lookups.ts';
import type { vatCheckSchema } from '#shared/authority/registries/schema.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/clients/vies-lookup',
    summary: 'Look up a VAT number in the EU register (VIES)',
    auth: 'company',
    permission: 'client.view',
    table: 'none',
    query: z.object({ vatCode: vatNumber() }),
    responses: {
      200: () =>
        import('#shared/authority/registries/schema.ts').then(({ vatCheckSchema }) => z.object({ data: vatCheckSchema })),
    },
    errors: [503],
    present: (data: z.infer<typeof vatCheckSchema>) => ({ data }),
  },
  ({ query }) => lookUpVatNumber(query.vatCode),
);
