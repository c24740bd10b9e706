import type { EmailTemplate } from '../../support/contract.ts';
import { recordCalls } from '../../support/records.ts';
import type { Service } from '../../support/service.ts';

/** A valid body. */
export const TEMPLATE = { name: 'Scurt', subject: 'Factura [[invoice_number]]', body: 'Bună ziua, [[client_name]]' };

export const emailTemplatesCalls = (service: () => Service) => recordCalls<EmailTemplate>(service, '/email-templates');

/** The defaults of a category and language. */
export const defaultsAmong = (templates: EmailTemplate[], category: string, language = 'ro'): EmailTemplate[] =>
  templates.filter(one => one.category === category && one.language === language && one.isDefault);
