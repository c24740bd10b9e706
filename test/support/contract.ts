import type * as z from 'zod';
import type { templateSchema } from '#shared/output/mail/templates/schema.ts';
import type { vatRateSchema } from '#shared/records/catalogue/vat-rates/schema.ts';
import type { productPageSchema, productSchema } from '#shared/records/catalogue/products/schema.ts';
import type { seriesSchema } from '#shared/records/catalogue/series/schema.ts';
import type { clientViewSchema } from '#shared/documents/client-history/schema.ts';
import type { creditNoteSchema } from '#shared/documents/credit-notes/schema.ts';
import type {
  bulkConversionSchema,
  deliveryNotePageSchema,
  deliveryNoteSchema,
  noteConversionSchema,
} from '#shared/documents/delivery-notes/schema.ts';
import type { declarationSchema } from '#shared/documents/delivery-notes/transport/schema.ts';
import type { acceptedSchema, emailSchema } from '#shared/documents/common/present/email-schema.ts';
import type { attachmentSchema } from '#shared/documents/common/present/schema.ts';
import type { newApiTokenSchema } from '#shared/accounts/identity/api-tokens/schema.ts';
import type { newLicenseKeySchema } from '#shared/accounts/identity/licensing/schema.ts';
import type { memberSchema } from '#shared/accounts/identity/members/schema.ts';
import type { tokensSchema } from '#shared/accounts/identity/sign-in/schema.ts';
import type { uploadSchema } from '#shared/documents/invoices/attachments/schema.ts';
import type { auditSchema } from '#shared/documents/audit/schema.ts';
import type { defaultsSchema } from '#shared/documents/invoices/defaults/schema.ts';
import type { exportSchema } from '#shared/documents/invoices/export/schema.ts';
import type { deadlinesSchema } from '#shared/documents/deadlines/schema.ts';
import type { balanceSchema, ledgerSchema, openingSchema } from '#shared/documents/reports/ledger/schema.ts';
import type { comparisonSchema, taxDeclarationSchema, vatReportSchema } from '#shared/documents/reports/returns/schema.ts';
import type { journalSchema } from '#shared/documents/reports/schema.ts';
import type { salesSchema } from '#shared/documents/reports/sales/schema.ts';
import type { controlFileSchema } from '#shared/documents/reports/control-file/schema.ts';
import type { seriesDecisionSchema } from '#shared/documents/reports/series-decision/schema.ts';
import type { statementSchema } from '#shared/documents/reports/statement/schema.ts';
import type { cashJournalSchema } from '#shared/documents/reports/cash-journal/schema.ts';
import type { receiptSchema, receiptsSchema } from '#shared/documents/receipts/schema.ts';
import type { differencesSchema } from '#shared/documents/reports/exchange-differences/schema.ts';
import type { invoiceSchema, listSchema, wrappedSchema } from '#shared/documents/invoices/present/schema.ts';
import type { linkSchema } from '#shared/documents/invoices/share-links/schema.ts';
import type { validationResultSchema } from '#shared/documents/invoices/validation/schema.ts';
import type { bulkPlanSchema } from '#shared/documents/invoices/submission/schema.ts';
import type { bulkDeleteSchema } from '#shared/platform/lambda/endpoint/schema.ts';
import type { bankAccountSchema } from '#shared/records/parties/bank-accounts/schema.ts';
import type {
  changedSchema,
  clientPageSchema,
  clientSchema,
  createdSchema,
  existingSchema,
} from '#shared/records/parties/clients/schema.ts';
import type { supplierPageSchema, supplierSchema } from '#shared/records/parties/suppliers/schema.ts';
import type { supplierViewSchema } from '#shared/documents/client-history/supplier-schema.ts';
import type { periodLockSchema } from '#shared/records/parties/companies/period-lock-schema.ts';
import type { companySchema } from '#shared/records/parties/companies/schema.ts';
import type { paymentSchema, recordedSchema } from '#shared/documents/payments/schema.ts';
import type { proformaConversionSchema, proformaPageSchema, proformaSchema } from '#shared/documents/proformas/schema.ts';
import type { configurationSchema } from '#shared/output/pdf/schema.ts';
import type { recurringPageSchema, recurringSchema } from '#shared/documents/recurring-invoices/schema.ts';
import type { tokenSchema } from '#shared/authority/taxauth/connections/schema.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Response bodies, typed by the schemas of the endpoints: the service under test validates every response against them. */

/** A response with a typed body. */
export interface Answered<T> {
  status: number;
  body: T;
  headers: Headers;
}

/** The error envelope. */
export interface Refusal {
  error: { code: string; message: string; details: Record<string, unknown> };
}

export type Invoice = z.output<typeof invoiceSchema>;
/** The response of creating and updating an invoice. */
export type InvoiceWithValidation = z.output<typeof wrappedSchema>;
export type InvoiceList = z.output<typeof listSchema>;
export type Journal = z.output<typeof journalSchema>;
export type SalesReport = z.output<typeof salesSchema>;
export type LedgerReport = z.output<typeof ledgerSchema>;
export type OpenBalances = z.output<typeof balanceSchema>;
export type OpeningBalanceShown = z.output<typeof openingSchema>;
export type VatReport = z.output<typeof vatReportSchema>;
export type TaxDeclaration = z.output<typeof taxDeclarationSchema>;
export type VatComparison = z.output<typeof comparisonSchema>;
export type ControlFile = z.output<typeof controlFileSchema>;
export type SeriesDecision = z.output<typeof seriesDecisionSchema>;
export type StatementOfAccount = z.output<typeof statementSchema>;
export type CashJournal = z.output<typeof cashJournalSchema>;
export type Receipt = z.output<typeof receiptSchema>;
export type ReceiptsPage = z.output<typeof receiptsSchema>;
export type ExchangeDifferences = z.output<typeof differencesSchema>;
export type Deadlines = z.output<typeof deadlinesSchema>;
export type CreditNote = z.output<typeof creditNoteSchema>;
export type DeliveryNote = z.output<typeof deliveryNoteSchema>;
export type TransportDeclaration = z.output<typeof declarationSchema>;
export type DeliveryNotePage = z.output<typeof deliveryNotePageSchema>;
export type NoteConversion = z.output<typeof noteConversionSchema>;
export type BulkConversion = z.output<typeof bulkConversionSchema>;
export type Proforma = z.output<typeof proformaSchema>;
export type ProformaPage = z.output<typeof proformaPageSchema>;
export type ProformaConversion = z.output<typeof proformaConversionSchema>;
export type Payment = z.output<typeof paymentSchema>;
export type RecordedPayment = z.output<typeof recordedSchema>;
export type ValidationResult = z.output<typeof validationResultSchema>;
export type InvoiceDefaults = z.output<typeof defaultsSchema>;
export type Attachment = z.output<typeof attachmentSchema>;
export type AttachmentUpload = z.output<typeof uploadSchema>;
export type AcceptedEmail = z.output<typeof acceptedSchema>;
export type Email = z.output<typeof emailSchema>;
export type ShareLink = z.output<typeof linkSchema>;
/** A completed export; before that, some fields are absent. */
export type Export = Required<z.output<typeof exportSchema>>;

/** A test acts for the companies that it has made: their ids are those of companies to which access was checked. */
export type Company = z.output<typeof companySchema> & { id: CompanyId };
export type PeriodLock = z.output<typeof periodLockSchema>;
export type PdfConfiguration = z.output<typeof configurationSchema>;
export type Client = z.output<typeof clientSchema>;
/** The response of creating a client, whether it is new or exists already. */
export type CreatedClient = { client: Client } & Partial<z.output<typeof createdSchema> & z.output<typeof existingSchema>>;
export type ChangedClient = z.output<typeof changedSchema>;
export type ClientView = z.output<typeof clientViewSchema>;
export type ClientPage = z.output<typeof clientPageSchema>;
export type Supplier = z.output<typeof supplierSchema>;
/** The response of creating a record; with `existing` if it exists already. */
export type CreatedSupplier = { supplier: Supplier; existing?: true };
export type SupplierView = z.output<typeof supplierViewSchema>;
export type SupplierPage = z.output<typeof supplierPageSchema>;
export type Product = z.output<typeof productSchema>;
export type ProductPage = z.output<typeof productPageSchema>;
export type BankAccount = z.output<typeof bankAccountSchema>;
export type EmailTemplate = z.output<typeof templateSchema>;
export type VatRate = z.output<typeof vatRateSchema>;
export type Series = z.output<typeof seriesSchema>;
export type SeriesAudit = z.output<typeof auditSchema>;
export type BulkSubmissionPlan = z.output<typeof bulkPlanSchema>;
export type BulkDeletion = z.output<typeof bulkDeleteSchema>;

export type SignedIn = z.output<typeof tokensSchema>;
export type Member = z.output<typeof memberSchema>;
export type ApiToken = z.output<typeof newApiTokenSchema>;
export type LicenseKey = z.output<typeof newLicenseKeySchema>;
/** A stored token of the tax authority. */
export type TaxauthToken = z.output<typeof tokenSchema>;
export type RecurringInvoice = z.output<typeof recurringSchema>;
export type RecurringPage = z.output<typeof recurringPageSchema>;
