import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { organizationOf } from '#shared/platform/access/actor.ts';
import type { Permission } from '#shared/platform/access/permissions.ts';

const scopesSchema = () =>
  z.object({ scopes: z.array(z.object({ value: z.string(), label: z.string(), category: z.string() })) });

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/api-tokens/scopes',
    summary: 'List the permissions of the caller, which an API token can have as its scopes',
    auth: 'user',
    responses: { 200: scopesSchema },
    errors: [404],
    table: 'none',
    present: (names: Permission[]) => ({
      scopes: names.map(name => ({ value: name, label: name, category: name.split('.')[0] })),
    }),
  },
  ({ actor }) => {
    // 404 for a user without an organization.
    organizationOf(actor);
    return [...actor.permissions];
  },
);
