import type { MailLanguage } from '../layout.ts';
import type { EmailTemplate, TemplateCategory } from './model.ts';

/**
 * The built-in texts: every company's first templates, and the fallback where a company has no template for a category and
 * language.
 */

type OwnWords = Pick<EmailTemplate, 'subject' | 'body'>;

const REGARDS: Record<MailLanguage, string> = {
  ro: '\n\nCu stimă,\n[[company_name]]',
  en: '\n\nKind regards,\n[[company_name]]',
};

export const OWN_WORDS: Record<TemplateCategory, Record<MailLanguage, OwnWords>> = {
  invoice: {
    ro: {
      subject: 'Factura [[invoice_number]] de la [[company_name]]',
      body:
        'Bună ziua,\n\nVă transmitem atașat factura **[[invoice_number]]** din [[issue_date]], în valoare de ' +
        `**[[total]]**{if due_date}, scadentă la [[due_date]]{endif}.${REGARDS.ro}`,
    },
    en: {
      subject: 'Invoice [[invoice_number]] from [[company_name]]',
      body:
        'Hello,\n\nPlease find attached invoice **[[invoice_number]]** of [[issue_date]] for **[[total]]**' +
        `{if due_date}, due on [[due_date]]{endif}.${REGARDS.en}`,
    },
  },
  delivery_note: {
    ro: {
      subject: 'Avizul [[delivery_note_number]] de la [[company_name]]',
      body:
        'Bună ziua,\n\nVă transmitem atașat avizul de însoțire a mărfii **[[delivery_note_number]]** din [[issue_date]].' +
        REGARDS.ro,
    },
    en: {
      subject: 'Delivery note [[delivery_note_number]] from [[company_name]]',
      body: `Hello,\n\nPlease find attached delivery note **[[delivery_note_number]]** of [[issue_date]].${REGARDS.en}`,
    },
  },
  proforma: {
    ro: {
      subject: 'Proforma [[proforma_number]] de la [[company_name]]',
      body:
        'Bună ziua,\n\nVă transmitem atașat factura proformă **[[proforma_number]]** din [[issue_date]], în valoare de ' +
        `**[[total]]**, valabilă până la [[valid_until]].${REGARDS.ro}`,
    },
    en: {
      subject: 'Proforma [[proforma_number]] from [[company_name]]',
      body:
        'Hello,\n\nPlease find attached proforma invoice **[[proforma_number]]** of [[issue_date]] for **[[total]]**, valid until ' +
        `[[valid_until]].${REGARDS.en}`,
    },
  },
};

const NAMES: Record<TemplateCategory, string> = {
  invoice: 'Factură',
  delivery_note: 'Aviz de însoțire',
  proforma: 'Proformă',
};

/** The first template of a category, in Romanian. */
export const firstTemplate = (category: TemplateCategory, id: string, at: string): EmailTemplate => ({
  id,
  name: NAMES[category],
  ...OWN_WORDS[category].ro,
  category,
  language: 'ro',
  isDefault: true,
  createdAt: at,
  updatedAt: at,
});
