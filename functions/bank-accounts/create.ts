import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { createBankAccount } from '#shared/records/parties/bank-accounts/create.ts';
import { newBankAccountBody } from '#shared/records/parties/bank-accounts/input.ts';
import { presentBankAccount } from '#shared/records/parties/bank-accounts/present.ts';
import { readBankAccountSet } from '#shared/records/parties/bank-accounts/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/bank-accounts',
    summary: 'Add a bank account or the cash register',
    auth: 'company',
    permission: 'settings.manage',
    body: newBankAccountBody,
    responses: { 201: () => import('#shared/records/parties/bank-accounts/schema.ts').then(schema => schema.bankAccountSchema) },
    errors: [409, 422],
    read: ({ company }) => readBankAccountSet(company),
    present: presentBankAccount,
  },
  ({ companyId, loaded, body, commit }) => createBankAccount(companyId, loaded, body, commit),
);
