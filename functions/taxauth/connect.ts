import * as z from 'zod';
import { redirect } from '../../shared/http/answer.ts';
import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { readCompany } from '../../shared/identity/access.ts';
import { id } from '../../shared/kernel/fields.ts';
import { epochIn } from '../../shared/identity/epoch.ts';
import { beginConsent } from '../../shared/taxauth/connect.ts';
import { membershipToConnect } from '../../shared/taxauth/reach.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/connect/taxauth',
    summary: "On to the tax authority's consent page",
    auth: 'user',
    permission: 'efactura.submit',
    query: z.object({ companyId: id().optional() }),
    responses: { 302: null },
    errors: [404, 503],
    uses: ['table:read', 'table:write'],
    read: async ({ query }) => (query.companyId ? readCompany(query.companyId) : undefined),
  },
  async ({ actor, loaded: company, query: { companyId } }) => {
    const { organizationId } = membershipToConnect(actor, companyId, company);
    const place = { organizationId, companyId: companyId ?? null, linkHash: null };
    return redirect(await beginConsent({ userId: actor.userId, ...place, ...epochIn(actor.account) }));
  },
);
