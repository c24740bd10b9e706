import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

/** A list of codes with their names. */
const list = (field: string, what: string, more: FieldDescriptions = {}): FieldDescriptions => {
  const entries = { code: 'The code.', name: 'Its official name, in Romanian.', ...more };
  return {
    [`data.${field}`]: what,
    ...Object.fromEntries(Object.entries(entries).map(([name, text]) => [`data.${field}.${name}`, text])),
  };
};

export const reference: AreaDescriptions = {
  operations: {
    'reference-vat-category-codes': {
      description: 'The VAT categories that lines and VAT rates can have.',
      fields: { data: 'The categories.', 'data.code': 'Code by UNTDID 5305.', 'data.label': 'What it means.' },
    },
    'reference-etransport-codes': 'The code lists of the e-Transport system for the fields of transport declarations.',
  },
  schemas: {
    TransportCodeLists: {
      description: 'Code lists of transport declarations.',
      fields: {
        data: 'The lists by what they are about.',
        ...list('operationTypes', 'Types of operations.', {
          abbreviation: 'Short name.',
          direction: 'Whether goods enter Romania, leave it or stay inside.',
          partner: 'Where the partner may be.',
          purposes: 'Codes of `purposeCodes` that the type allows.',
        }),
        ...list('purposeCodes', 'Purposes of operations.'),
        ...list('counties', 'Counties.', { iso: 'Code by ISO 3166-2, such as `RO-CJ`.' }),
        ...list('borderPoints', 'Border crossing points.', {
          country: 'Country beyond it, by ISO 3166-1; null: it is a seaport.',
        }),
        ...list('customsOffices', 'Customs offices.', {
          kind: 'Whether the office is inland or at the border.',
          euCode: 'Code in the list of the EU; null: it has none.',
        }),
        ...list('countries', 'Countries.', {
          code: 'Code of the tax authority: ISO 3166-1, but `EL` for Greece.',
          name: 'Its name.',
          isEu: 'Whether the country belongs to the EU.',
        }),
        ...list('units', 'Usual units of measure.', { code: 'Code by UN/ECE Recommendation 20.', name: 'Its name.' }),
        ...list('documentTypes', 'Types of documents that accompany a transport.'),
        ...list('confirmations', 'Confirmations of a transport.'),
      },
    },
  },
};
