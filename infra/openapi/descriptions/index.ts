import { apiTokens } from './accounts/api-tokens.ts';
import { auth } from './accounts/auth.ts';
import { invitations } from './accounts/invitations.ts';
import { licensing } from './accounts/licensing.ts';
import { me } from './accounts/me.ts';
import { members } from './accounts/members.ts';
import { organizations } from './accounts/organizations.ts';
import { passkey } from './accounts/passkey.ts';
import { bankAccounts } from './company/bank-accounts.ts';
import { clients } from './company/clients.ts';
import { companies } from './company/companies.ts';
import { documentSeries } from './company/document-series.ts';
import { emailTemplates } from './company/email-templates.ts';
import { exchangeRates } from './company/exchange-rates.ts';
import { pdfTemplateConfig } from './company/pdf-template-config.ts';
import { imports } from './company/imports.ts';
import { products } from './company/products.ts';
import { reference } from './company/reference.ts';
import { reminderSettings } from './company/reminder-settings.ts';
import { suppliers } from './company/suppliers.ts';
import { vatRates } from './company/vat-rates.ts';
import { common } from './common.ts';
import { attachments } from './documents/attachments.ts';
import { deadlines } from './documents/deadlines.ts';
import { deliveryNoteEmails } from './documents/delivery-notes/emails.ts';
import { deliveryNotes } from './documents/delivery-notes/delivery-notes.ts';
import { exports } from './documents/exports.ts';
import { invoiceDefaults } from './documents/invoice-defaults.ts';
import { invoiceEmails } from './documents/invoice-emails.ts';
import { invoices } from './documents/invoices.ts';
import { allocations } from './documents/cash/allocations.ts';
import { payments } from './documents/cash/payments.ts';
import { proformaEmails } from './documents/proforma-emails.ts';
import { proformaInvoices } from './documents/proforma-invoices.ts';
import { purchases } from './documents/received/purchases.ts';
import { receipts } from './documents/cash/receipts.ts';
import { recurringInvoices } from './documents/recurring-invoices.ts';
import { reports } from './documents/reports.ts';
import { shareLinks } from './documents/share-links.ts';
import { share } from './documents/share.ts';
import { transportDeclarations } from './documents/delivery-notes/transport-declarations.ts';
import { contact } from './integration/contact.ts';
import { efacturaMessages } from './integration/efactura-messages.ts';
import { events } from './integration/events.ts';
import { mailTracking } from './integration/mail-tracking.ts';
import { pages } from './integration/pages.ts';
import { sync } from './integration/sync.ts';
import { system } from './integration/system.ts';
import { taxauth } from './integration/taxauth.ts';
import { companyEvents, webhooks } from './integration/webhooks.ts';
import type { AreaDescriptions } from './model.ts';

/** The descriptions of each area. */
export const DESCRIPTIONS: Record<string, AreaDescriptions> = {
  common,
  invoices,
  'invoice-defaults': invoiceDefaults,
  'invoice-emails': invoiceEmails,
  payments,
  receipts,
  allocations,
  purchases,
  imports,
  attachments,
  'proforma-invoices': proformaInvoices,
  'proforma-emails': proformaEmails,
  'delivery-notes': deliveryNotes,
  'delivery-note-emails': deliveryNoteEmails,
  'transport-declarations': transportDeclarations,
  'recurring-invoices': recurringInvoices,
  exports,
  deadlines,
  reports,
  'share-links': shareLinks,
  share,
  companies,
  clients,
  suppliers,
  products,
  'bank-accounts': bankAccounts,
  'vat-rates': vatRates,
  'document-series': documentSeries,
  'exchange-rates': exchangeRates,
  reference,
  'email-templates': emailTemplates,
  'pdf-template-config': pdfTemplateConfig,
  'reminder-settings': reminderSettings,
  auth,
  passkey,
  me,
  organizations,
  members,
  invitations,
  'api-tokens': apiTokens,
  licensing,
  taxauth,
  webhooks,
  'mail-tracking': mailTracking,
  pages,
  contact,
  system,
  events: { ...companyEvents, schemas: { ...events.schemas, ...companyEvents.schemas } },
  'efactura-messages': efacturaMessages,
  sync,
};
