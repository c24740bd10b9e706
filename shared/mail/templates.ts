import { type CompanyId, companyKey, type Item } from '../store/table.ts';

/** E-mail templates of a company (completions-accounts §16). Item `C#<company>` / `MAILTPL#<id>`; the set's version at `MAILTPL#`. */

export const TEMPLATE_CATEGORIES = ['invoice', 'delivery_note', 'proforma'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

export interface EmailTemplate {
  id: string;
  name: string;
  subject: string;
  /** Markdown with `[[variables]]`. */
  body: string;
  category: TemplateCategory;
  isDefault: boolean;
  createdAt: string;
  updatedAt: string;
}

export const TEMPLATE_PREFIX = 'MAILTPL#';

export const templateItem = (company: CompanyId, template: EmailTemplate): Item & Record<string, unknown> => ({
  ...companyKey(company, `${TEMPLATE_PREFIX}${template.id}`),
  kind: 'email-template',
  data: template,
});

const closing = '\n\nCu stimă,\n[[company_name]]';

/** What a company's categories start with. */
export const DEFAULT_TEMPLATES: Record<TemplateCategory, Pick<EmailTemplate, 'name' | 'subject' | 'body'>> = {
  invoice: {
    name: 'Factură',
    subject: 'Factura [[invoice_number]] de la [[company_name]]',
    body:
      'Bună ziua,\n\nVă transmitem atașat factura **[[invoice_number]]** din [[issue_date]], în valoare de ' +
      `**[[total]]**{if due_date}, scadentă la [[due_date]]{endif}.${closing}`,
  },
  delivery_note: {
    name: 'Aviz de însoțire',
    subject: 'Avizul [[delivery_note_number]] de la [[company_name]]',
    body: `Bună ziua,\n\nVă transmitem atașat avizul de însoțire a mărfii **[[delivery_note_number]]** din [[issue_date]].${closing}`,
  },
  proforma: {
    name: 'Proformă',
    subject: 'Proforma [[proforma_number]] de la [[company_name]]',
    body:
      'Bună ziua,\n\nVă transmitem atașat factura proformă **[[proforma_number]]** din [[issue_date]], în valoare de ' +
      `**[[total]]**, valabilă până la [[due_date]].${closing}`,
  },
};
