import { findCompany } from '#shared/platform/access/named-companies.ts';
import * as z from 'zod';
import { redirect } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { id } from '#shared/base/kernel/fields.ts';
import { epochIn } from '#shared/platform/access/epoch.ts';
import { beginConsent } from '#shared/authority/taxauth/connections/connect.ts';
import { membershipToConnect } from '#shared/authority/taxauth/connections/rules.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/connect/taxauth',
    summary: "Redirect to the tax authority's consent page",
    auth: 'user',
    permission: 'efactura.submit',
    confirmedEmail: true,
    query: z.object({ companyId: id().optional() }),
    responses: { 302: null },
    errors: [404, 503],
    table: 'write',
    read: async ({ query }) => (query.companyId ? findCompany(query.companyId) : undefined),
  },
  async ({ actor, loaded: company, query: { companyId } }) => {
    const { organizationId } = membershipToConnect(actor, companyId, company);
    const place = { organizationId, companyId: companyId ?? null, linkHash: null };
    return redirect(await beginConsent({ userId: actor.userId, ...place, ...epochIn(actor.account) }));
  },
);
