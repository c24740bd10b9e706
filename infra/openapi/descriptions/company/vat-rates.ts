import { RECORD_FIELDS } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const fields: FieldDescriptions = {
  rate: 'The rate in percent, from 0 to 100 with up to 2 decimals.',
  percentage: 'The same as `rate`.',
  label: 'Name of the rate, for people.',
  name: 'The same as `label`.',
  categoryCode:
    'VAT category (UNTDID 5305), by default `S`. `S` with 0 % becomes `Z`; any other category with a rate above 0 becomes `S`.',
  isDefault: 'Whether new lines have this rate. One rate of the company is the default.',
  isActive: 'Whether the rate can be chosen. The default must be active.',
  position: 'Place in the list, from 0; by default the last.',
};

const SAME = 'A rate with the same percentage and label must not exist.';

export const vatRates: AreaDescriptions = {
  operations: {
    'vat-rates-list': {
      description: `The VAT rates of the company by \`position\`. A new company has 21 % (the default), 11 %, 9 %, 5 % and 0 %.`,
      parameters: { isActive: 'Only rates that can (`true`) or cannot (`false`) be chosen.' },
    },
    'vat-rates-create': {
      description: `Adds a VAT rate. \`rate\` (or \`percentage\`) and \`label\` (or \`name\`) are required. ${SAME} A new default takes the place of the
old one.`,
      responses: { 201: 'The VAT rate was added.' },
    },
    'vat-rates-update': {
      description: `Changes the fields that are sent. Lines of existing documents keep their rate. ${SAME} The default can neither be made
inactive nor be unset: make another rate the default instead.`,
      parameters: { uuid: 'Id of the VAT rate.' },
    },
    'vat-rates-remove': {
      description: `Removes a VAT rate. Lines that use it do not change. The default and the last rate cannot be removed (409).`,
      parameters: { uuid: 'Id of the VAT rate.' },
      responses: { 204: 'The VAT rate was removed.' },
    },
  },
  schemas: {
    VatRate: {
      description: 'A VAT rate of the company.',
      fields: { ...RECORD_FIELDS, ...fields, percentage: 'The same as `rate`, as text with 2 decimals.' },
    },
    VatRateInput: { description: 'Body of a new VAT rate.', fields },
    VatRateChange: { description: 'Fields of a VAT rate to change.', fields },
  },
};
