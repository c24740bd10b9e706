import type { Company } from '../../model/company.ts';
import type { TemplateValues } from '../variables.ts';
import type { TemplateCategory } from './model.ts';

/**
 * The names that templates may use (completions-accounts §16, completions-documents §1.10), with what they stand for: what fills them in
 * is typed by this table, and the answers of the API and docs/email-templates.md are made from it. Pure.
 */

interface Described {
  description: string;
  /** What it may look like: filled in where a preview has no document. */
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
  days_until_due: { description: 'Days from today to the due date; negative when it is over', sample: '30' },
} as const satisfies Record<string, Described>;

export const TEMPLATE_VARIABLES = {
  invoice: {
    ...OF_ALL,
    ...DUE,
    invoice_number: { description: 'Number of the invoice', sample: 'FCT-001' },
    balance: { description: 'What is left to be paid, with currency', sample: '1,210.00 RON' },
    client_outstanding: { description: 'All that the client owes in the currency of the invoice', sample: '3,630.00 RON' },
    payment_link: { description: 'Where the invoice is paid online; empty unless it can be', sample: '' },
    corrected_invoices: { description: 'Numbers of the invoices that it corrects', sample: '' },
  },
  delivery_note: {
    ...OF_ALL,
    delivery_note_number: { description: 'Number of the delivery note', sample: 'AVZ-001' },
    uit: { description: 'Identifier (UIT) of the transport, while it holds', sample: '4X7R0D1A2B3C4D52' },
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

/** Names of a category. */
export type VariableOf<C extends TemplateCategory> = keyof (typeof TEMPLATE_VARIABLES)[C] & string;
/** Those that only this category has, and what the others share. */
export type SharedVariable = keyof typeof OF_ALL;
export type OwnVariable<C extends TemplateCategory> = Exclude<VariableOf<C>, SharedVariable>;

interface Condition {
  description: string;
  /** Whether it holds where a preview has no document. */
  sample: boolean;
}

/** What `{if name}…{endif}` asks beyond whether a variable has a value, or instead of that. */
export const TEMPLATE_CONDITIONS = {
  invoice: {
    overdue: { description: 'The due date is over and something is left to be paid', sample: false },
    due_date: { description: 'There is a due date, and something to be paid', sample: true },
    corrects_one: { description: 'It corrects one invoice', sample: false },
    corrects_many: { description: 'It corrects several invoices', sample: false },
  },
  delivery_note: {},
  proforma: {},
} as const satisfies Record<TemplateCategory, Record<string, Condition>>;

export type ConditionOf<C extends TemplateCategory> = keyof (typeof TEMPLATE_CONDITIONS)[C] & string;

/** Values with their conditions: a block of a variable stays where it has a value, unless `conditions` says otherwise. */
export const withConditions = (variables: Record<string, string>, conditions: Record<string, boolean> = {}): TemplateValues => ({
  variables,
  conditions: { ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value !== ''])), ...conditions },
});

/** What the names of a category stand for where there is no document: the company's own facts, and samples. */
export function sampleValues(
  category: TemplateCategory,
  { name, cif, email, phone }: Pick<Company, 'name' | 'cif' | 'email' | 'phone'>,
): TemplateValues {
  const pick = <T>(table: Record<string, { sample: T }>): Record<string, T> =>
    Object.fromEntries(Object.entries(table).map(([name, { sample }]) => [name, sample]));
  const own = { company_name: name, company_cif: cif, company_email: email ?? '', company_phone: phone ?? '' };
  return withConditions({ ...pick<string>(TEMPLATE_VARIABLES[category]), ...own }, pick<boolean>(TEMPLATE_CONDITIONS[category]));
}

/** One name as the API and the documentation show it. */
export interface ListedName {
  name: string;
  /** As it is typed. */
  placeholder: string;
  description: string;
}

/** The names of a category in the order of the table. */
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
