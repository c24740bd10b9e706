import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { updateBankAccount } from '#shared/records/parties/bank-accounts/update.ts';
import { bankAccountChangeBody } from '#shared/records/parties/bank-accounts/input.ts';
import { presentBankAccount } from '#shared/records/parties/bank-accounts/present.ts';
import { readBankAccountSet } from '#shared/records/parties/bank-accounts/store.ts';
import { mustHave } from '#shared/platform/store/record-set.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/bank-accounts/{uuid}',
    summary: 'Change a bank account',
    auth: 'company',
    permission: 'settings.manage',
    body: bankAccountChangeBody,
    responses: { 200: () => import('#shared/records/parties/bank-accounts/schema.ts').then(schema => schema.bankAccountSchema) },
    errors: [404, 409, 422],
    read: async ({ company, params }) => mustHave(await readBankAccountSet(company), params.uuid, 'Bank account'),
    present: presentBankAccount,
  },
  ({ companyId, params, loaded, body, commit }) => updateBankAccount(companyId, loaded, params.uuid, body, commit),
);
