import { findCompany } from '#shared/platform/access/named-companies.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentToken } from '#shared/authority/taxauth/connections/present.ts';
import { membershipToConnect } from '#shared/authority/taxauth/connections/rules.ts';
import { newTokenBody } from '#shared/authority/taxauth/connections/input.ts';
import { saveToken } from '#shared/authority/taxauth/connections/save-token.ts';

const DEFAULT_DAYS = 90;

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/taxauth/tokens',
    summary: 'Save a token of the tax authority, encrypted, and connect a company with it',
    auth: 'user',
    permission: 'efactura.submit',
    confirmedEmail: true,
    body: newTokenBody,
    responses: { 201: () => import('#shared/authority/taxauth/connections/schema.ts').then(schema => schema.tokenSchema) },
    errors: [503],
    uses: ['secrets-key:encrypt:taxauth-token', 'taxauth:call'],
    read: async ({ body }) => (body?.companyId ? findCompany(body.companyId) : undefined),
    present: presentToken,
  },
  ({ actor, loaded: company, body, commit }) =>
    saveToken(
      {
        value: body.token,
        label: body.label ?? null,
        days: body.expiresInDays ?? DEFAULT_DAYS,
        owner: actor.account,
        membership: membershipToConnect(actor, body.companyId, company),
        company,
      },
      commit,
    ),
);
