import * as z from 'zod';
import { TEMPLATE_COLORS, TEMPLATE_SLUGS, TEMPLATE_TEXTS } from '#shared/output/pdf/configuration.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/pdf-template-config/templates',
    summary: 'List the available PDF templates',
    auth: 'company',
    permission: 'settings.view',
    table: 'none',
    responses: {
      200: () =>
        z.array(z.object({ slug: z.enum(TEMPLATE_SLUGS), name: z.string(), description: z.string(), defaultColor: z.string() })),
    },
  },
  () => TEMPLATE_SLUGS.map(slug => ({ slug, ...TEMPLATE_TEXTS[slug], defaultColor: TEMPLATE_COLORS[slug] })),
);
