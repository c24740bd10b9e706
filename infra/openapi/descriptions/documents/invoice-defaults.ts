import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const series = (type: string, of: string): FieldDescriptions => ({
  [`series.${type}`]: `The default series for ${of}; null: there is none.`,
  [`series.${type}.id`]: 'Id of the series.',
  [`series.${type}.name`]: 'Its name.',
  [`series.${type}.prefix`]: 'The text before its numbers.',
  [`series.${type}.nextNumber`]: 'Its next number.',
});

const rate: FieldDescriptions = {
  rate: 'The rate in percent, as text without trailing zeros.',
  label: 'Its name, for people.',
  categoryCode: 'Its VAT category (UNTDID 5305).',
};

const under = (path: string, fields: FieldDescriptions): FieldDescriptions =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${path}.${name}`, text]));

const labelled: FieldDescriptions = { value: 'Value of the field.', label: 'Its name in Romanian.' };

export const invoiceDefaults: AreaDescriptions = {
  operations: {
    'invoice-defaults-get': {
      description: `What the form of a new invoice offers and begins with: VAT rates, currencies, units, series, accounts, exchange rates, and the VAT
treatment of the client. Nothing of it is applied to an invoice by itself.`,
      parameters: { clientId: 'Id of the client of the invoice, if it is known. An unknown one is ignored.' },
    },
  },
  schemas: {
    InvoiceDefaults: {
      description: 'What the form of a new invoice offers and begins with.',
      fields: {
        vatRates: `The active VAT rates of the company, with the one to begin with as \`default\`. With reverse charge, the 0 % rate comes first, in
category \`AE\`; for exports, and for a company that is not registered for VAT, it is the default.`,
        'vatRates.id': 'Id of the VAT rate.',
        ...under('vatRates', rate),
        'vatRates.default': 'Whether new lines begin with it.',
        currencies: 'Usual currencies by ISO 4217. Others are accepted as well.',
        defaultCurrency: 'Currency of the client, or else of the company.',
        defaultPaymentTermDays: 'Days from issue date to due date: of the client, or else 30.',
        defaultUnitOfMeasure: 'Unit of new lines.',
        unitsOfMeasure: 'Usual units. Others are accepted as well.',
        ...under('unitsOfMeasure', labelled),
        'unitsOfMeasure.code': 'Its code by UN/ECE Rec 20.',
        documentSeriesTypes: 'Kinds of documents that have series.',
        paymentMethods: 'Ways to pay.',
        exchangeRates:
          'RON for one unit of each currency, by ISO 4217: the last rates of the national bank that were published before today. Empty if none are known.',
        exchangeRateDate: 'Day on which these rates were published; null if none are known.',
        isVatPayer: 'Whether the company is registered for VAT.',
        reverseCharge: 'Whether reverse charge applies: the client is a company in another EU country with a valid VAT number.',
        exportApplicable: 'Whether it is an export: the client is outside of the EU.',
        ossApplicable:
          'Whether the VAT of the destination applies (one-stop shop): the client is in another EU country without a valid VAT number, and the company takes part.',
        ossVatRate: 'The rate of the destination; null unless `ossApplicable`.',
        ossVatRates: 'Rates of the destination; empty unless `ossApplicable`.',
        ...under('ossVatRates', rate),
        'ossVatRates.default': 'Whether new lines begin with it.',
        countries: 'Countries by ISO 3166-1 alpha-2.',
        counties: 'Counties by ISO 3166-2, such as `RO-CJ`.',
        series: 'The default series by kind of documents.',
        ...series('invoice', 'invoices'),
        ...series('proforma', 'proformas'),
        ...series('credit_note', 'credit notes'),
        ...series('delivery_note', 'delivery notes'),
        bankAccounts: 'The default bank account for each currency that has one, by ISO 4217.',
        'bankAccounts.id': 'Id of the account.',
        'bankAccounts.iban': 'Its number.',
        'bankAccounts.bankName': 'Name of the bank.',
      },
    },
    LabelledValue: { description: 'A value of a field with its name.', fields: labelled },
    LabelledCode: { description: 'A code with its name.', fields: { code: 'The code.', label: 'Its name in Romanian.' } },
    OssRate: { description: 'A VAT rate of another EU country.', fields: rate },
  },
};
