import type { Company } from '#shared/model/company.ts';
import type { TemplateValues } from '../variables.ts';
import type { TemplateCategory } from './model.ts';

/**
 * The variables and conditions of templates (REC-75 to REC-77), with descriptions. The code
 * that provides the values is typed by this table; the API's answers and docs/email-templates.md are generated from it. Pure.
 */

interface Described {
  description: string;
  /** Example value, used by previews without a document. */
  sample: string;
}

const OF_ALL = {
  client_name: { description: 'Name of the client', sample: 'Client Exemplu SRL' },
  total: { description: 'Total with VAT and currency', sample: '1,210.00 RON' },
  subtotal: { description: 'Total without VAT, with currency', sample: '1,000.00 RON' },
  vat: { description: 'VAT, with currency', sample: '210.00 RON' },
  currency: { description: 'Currency', sample: 'RON' },
  issue_date: { description: 'Date of issue', sample: '15.01.2026' },
  series_name: { description: 'Name of the series', sample: 'FCT' },
  company_name: { description: 'Name of the own company', sample: 'Firma Exemplu SRL' },
  company_cif: { description: 'Tax number of the own company', sample: '12345678' },
  company_email: { description: 'Email of the own company', sample: 'contact@firma.example' },
  company_phone: { description: 'Phone of the own company', sample: '+40 21 555 01 23' },
} as const satisfies Record<string, Described>;

const DUE = {
  due_date: { description: 'Due date', sample: '14.02.2026' },
  days_until_due: { description: 'Days from today to the due date; negative once it has passed', sample: '30' },
} as const satisfies Record<string, Described>;

export const TEMPLATE_VARIABLES = {
  invoice: {
    ...OF_ALL,
    ...DUE,
    invoice_number: { description: 'Number of the invoice', sample: 'FCT-001' },
    balance: { description: 'What is left to be paid, with currency', sample: '1,210.00 RON' },
    client_outstanding: { description: 'Total that the client owes in the currency of the invoice', sample: '3,630.00 RON' },
    payment_link: { description: 'Link to pay the invoice online; empty when that is not possible', sample: '' },
    corrected_invoices: { description: 'Numbers of the invoices that it corrects', sample: '' },
  },
  delivery_note: {
    ...OF_ALL,
    delivery_note_number: { description: 'Number of the delivery note', sample: 'AVZ-001' },
    uit: { description: 'Identifier (UIT) of the transport, while it is valid', sample: '4X7R0D1A2B3C4D52' },
    uit_valid_until: { description: 'Last day of the identifier', sample: '20.01.2026' },
    vehicle: { description: 'Vehicle that the transport was declared with', sample: 'B 100 ABC' },
  },
  proforma: {
    ...OF_ALL,
    ...DUE,
    proforma_number: { description: 'Number of the proforma', sample: 'PRO-001' },
    valid_until: { description: 'Last day of the offer', sample: '14.02.2026' },
  },
} as const satisfies Record<TemplateCategory, Record<string, Described>>;

/** Names of the variables of a category. */
export type VariableOf<C extends TemplateCategory> = keyof (typeof TEMPLATE_VARIABLES)[C] & string;
/** The variables that all categories share. */
export type SharedVariable = keyof typeof OF_ALL;
/** The variables that not all categories have. */
export type OwnVariable<C extends TemplateCategory> = Exclude<VariableOf<C>, SharedVariable>;

interface Condition {
  description: string;
  /** Example value, used by previews without a document. */
  sample: boolean;
}

/** Conditions of `{if name}…{endif}` besides "the variable has a value"; one with the name of a variable replaces that test. */
export const TEMPLATE_CONDITIONS = {
  invoice: {
    overdue: { description: 'The due date has passed and an amount is still to be paid', sample: false },
    due_date: { description: 'There is a due date, and an amount to be paid', sample: true },
    corrects_one: { description: 'It corrects one invoice', sample: false },
    corrects_many: { description: 'It corrects several invoices', sample: false },
  },
  delivery_note: {},
  proforma: {},
} as const satisfies Record<TemplateCategory, Record<string, Condition>>;

export type ConditionOf<C extends TemplateCategory> = keyof (typeof TEMPLATE_CONDITIONS)[C] & string;

/** Adds a condition for each variable, true when its value is not empty; `conditions` override it. */
export const withConditions = (variables: Record<string, string>, conditions: Record<string, boolean> = {}): TemplateValues => ({
  variables,
  conditions: { ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value !== ''])), ...conditions },
});

/** The values of a category for a preview without a document: the company's own data, and samples for everything else. */
export function sampleValues(
  category: TemplateCategory,
  { name, cif, email, phone }: Pick<Company, 'name' | 'cif' | 'email' | 'phone'>,
): TemplateValues {
  const pick = <T>(table: Record<string, { sample: T }>): Record<string, T> =>
    Object.fromEntries(Object.entries(table).map(([name, { sample }]) => [name, sample]));
  const own = { company_name: name, company_cif: cif, company_email: email ?? '', company_phone: phone ?? '' };
  return withConditions({ ...pick<string>(TEMPLATE_VARIABLES[category]), ...own }, pick<boolean>(TEMPLATE_CONDITIONS[category]));
}

/** A variable or condition as the API and the documentation show it. */
export interface ListedName {
  name: string;
  /** As it is written in a template: `[[name]]` or `{if name}…{endif}`. */
  placeholder: string;
  description: string;
}

/** The variables and conditions of a category, in the order of the tables above. */
export function listedNames(category: TemplateCategory): {
  variables: (ListedName & { sample: string })[];
  conditions: ListedName[];
} {
  const variables: Record<string, Described> = TEMPLATE_VARIABLES[category];
  const conditions: Record<string, Condition> = TEMPLATE_CONDITIONS[category];
  return {
    variables: Object.entries(variables).map(([name, said]) => ({ name, placeholder: `[[${name}]]`, ...said })),
    conditions: Object.entries(conditions).map(([name, { description }]) => ({
      name,
      placeholder: `{if ${name}}…{endif}`,
      description,
    })),
  };
}
