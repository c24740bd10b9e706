import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentBankAccount } from '#shared/records/parties/bank-accounts/present.ts';
import { type BankAccount, readBankAccounts } from '#shared/records/parties/bank-accounts/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/bank-accounts',
    summary: 'List bank accounts and cash register, defaults first',
    auth: 'company',
    permission: 'settings.view',
    responses: {
      200: () => import('#shared/records/parties/bank-accounts/schema.ts').then(schema => schema.bankAccountSchema.array()),
    },
    read: ({ company }) => readBankAccounts(company),
    present: (accounts: BankAccount[]) => accounts.map(presentBankAccount),
  },
  ({ loaded }) => loaded,
);
