import { RECORD_FIELDS } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const fields: FieldDescriptions = {
  type: '`bank` (the default), or `cash` for the cash register, of which a company has at most one.',
  iban: 'IBAN; required for a bank account, and unique among those of the company. The cash register has none.',
  bankName: 'Name of the bank.',
  currency: 'Currency by ISO 4217; by default `RON`.',
  isDefault: 'Whether this is the default of its currency. Each currency has one; the first account of a currency becomes it.',
  showOnInvoice: 'Whether invoices show the account; by default bank accounts are shown, the cash register is not.',
  openingBalance: 'Balance on `openingBalanceDate`; for the cash register only.',
  openingBalanceDate: 'Day of the opening balance; for the cash register only.',
};

const DEFAULT = 'A new default takes the place of the old one of its currency.';

export const bankAccounts: AreaDescriptions = {
  operations: {
    'bank-accounts-list': 'All bank accounts of the company and its cash register, defaults first.',
    'bank-accounts-create': {
      description: `Adds a bank account, which needs an \`iban\`, or the cash register. \`openingBalanceDate\` needs an \`openingBalance\`. ${DEFAULT} 409 for
a second cash register; 422 for an IBAN that has an account already.`,
      responses: { 201: 'The account was added.' },
    },
    'bank-accounts-update': {
      description: `Changes the fields that are sent. ${DEFAULT} The default cannot be unset (422): make another account the default instead. 409 for a
second cash register.`,
      parameters: { uuid: 'Id of the bank account.' },
    },
    'bank-accounts-remove': {
      description: `Removes a bank account. Neither the last account can be removed, nor the default while there are others of its currency (409).`,
      parameters: { uuid: 'Id of the bank account.' },
      responses: { 204: 'The account was removed.' },
    },
  },
  schemas: {
    BankAccount: {
      description: 'A bank account of the company, or its cash register.',
      fields: {
        ...RECORD_FIELDS,
        ...fields,
        iban: 'IBAN; null for the cash register.',
        source: 'Where the record comes from.',
      },
    },
    BankAccountInput: { description: 'Body of a new account.', fields },
    BankAccountChange: { description: 'Fields of an account to change.', fields },
  },
};
