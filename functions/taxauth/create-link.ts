import { findCompany } from '#shared/platform/access/named-companies.ts';
import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { id } from '#shared/base/kernel/fields.ts';
import { createLink } from '#shared/authority/taxauth/connections/create-link.ts';
import { presentNewLink } from '#shared/authority/taxauth/connections/present.ts';
import { membershipToConnect } from '#shared/authority/taxauth/connections/rules.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/taxauth/token-links',
    summary: 'Create a link by which the holder of a certificate can connect a company to the tax authority',
    auth: 'user',
    permission: 'efactura.submit',
    confirmedEmail: true,
    body: z.object({ companyId: id().nullish() }).meta({ id: 'TaxauthLinkInput' }),
    securityEvent: 'taxauth_link.created',
    responses: { 201: () => import('#shared/authority/taxauth/connections/schema.ts').then(schema => schema.newLinkSchema) },
    uses: ['secrets-key:encrypt:taxauth-link'],
    read: async ({ body }) => (body?.companyId ? findCompany(body.companyId) : undefined),
    present: presentNewLink,
  },
  ({ actor, loaded: company, body: { companyId }, commit }) =>
    createLink(
      actor.account,
      { organizationId: membershipToConnect(actor, companyId, company).organizationId, companyId: companyId ?? null },
      commit,
    ),
);
