import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { badRequest } from '#shared/base/kernel/errors.ts';
import { cif } from '#shared/records/parties/companies/cif.ts';
import { type CifValidation, validateCif } from '#shared/authority/taxauth/connections/validate-cif.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/taxauth/tokens/{id}/validate-cif',
    summary: 'Check whether a token has access to a tax number',
    auth: 'user',
    sessionOnly: true,
    confirmedEmail: true,
    body: z.object({ cif: cif().nullish() }).meta({ id: 'CifCheck' }),
    invalidBody: 400,
    responses: { 200: () => z.object({ valid: z.boolean(), cif: z.string(), errors: z.array(z.string()) }) },
    errors: [404, 503],
    uses: ['secrets-key:decrypt:taxauth-token', 'taxauth:call'],
    present: (result: CifValidation) => result,
  },
  ({ actor, company, params, body, commit }) => {
    const wanted = body.cif ?? company?.cif;
    if (!wanted) throw badRequest('Invalid or missing: cif.', { cif: ['is required without X-Company'] });
    return validateCif(actor, params.id, wanted, commit);
  },
);
