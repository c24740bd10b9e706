import type { BankAccount } from '../../support/contract.ts';
import { recordCalls } from '../../support/records.ts';
import type { Service } from '../../support/service.ts';

/** Valid IBANs (ISO 13616 examples). */
export const IBANS = [
  'RO49AAAA1B31007593840000',
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
];

export const bankAccountsCalls = (service: () => Service) => recordCalls<BankAccount>(service, '/bank-accounts');
