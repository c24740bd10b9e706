import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { deleteBankAccount } from '#shared/records/parties/bank-accounts/remove.ts';
import { readBankAccountSet } from '#shared/records/parties/bank-accounts/store.ts';
import { mustHave } from '#shared/platform/store/record-set.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/bank-accounts/{uuid}',
    summary: 'Remove a bank account; issued documents keep its IBAN',
    auth: 'company',
    permission: 'settings.manage',
    responses: { 204: null },
    errors: [404, 409],
    read: async ({ company, params }) => mustHave(await readBankAccountSet(company), params.uuid, 'Bank account'),
  },
  ({ companyId, params, loaded, commit }) => deleteBankAccount(companyId, loaded, params.uuid, commit),
);
