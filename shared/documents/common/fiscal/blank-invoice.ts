import { instant } from '#shared/base/kernel/clock.ts';
import { newId, randomHex } from '#shared/base/kernel/ids.ts';
import { type DraftingContext, sellerOf } from '../drafting.ts';
import { BLANK_TEXTS } from '#shared/model/invoice-fields.ts';
import type { DocumentHeader, PersonRef } from '#shared/model/document.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { vatTermsOf } from '#shared/model/vat/status.ts';
import type { WithLines } from '../definition.ts';

/** The default of the contract, even for companies with another default currency, which forms get from `invoice-defaults`. */
const DEFAULT_CURRENCY = 'RON';

/** The fields that only invoices have, with their defaults (INV-15). */
const BLANK = {
  direction: 'outgoing',
  isCreditNote: false,
  documentType: 'invoice',
  invoiceTypeCode: '380',
  parentDocumentId: null,
  parentDocument: null,
  language: 'ro',
  ...{ receiverName: null, receiverCif: null, receiverAddress: null, receiverCity: null, receiverCounty: null },
  receiverCountry: null,
  ...BLANK_TEXTS,
  paymentMethod: 'bank_transfer',
  ...{ tvaLaIncasare: false, platitorTva: false, plataOnline: false, showClientBalance: false },
  ...{ clientBalanceExisting: null, clientBalanceOverdue: null, taxPointDate: null },
  ...{ penaltyEnabled: false, penaltyPercentPerDay: null, penaltyGraceDays: null },
  ublExtensions: null,
  ...{ amountPaid: '0.00', creditedAmount: '0.00', balance: '0.00', paidAt: null },
  ...{ xmlPath: null, pdfPath: null, submission: null, submittedAt: null, validatedAt: null },
  ...{ taxauthStatus: null, taxauthSubmissionId: null, taxauthUploadIndex: null, taxauthDownloadId: null },
  taxauthValidationErrors: null,
  ...{ cancelledBy: null, cancelledFromStatus: null, restoredAt: null, restoredBy: null },
} as const satisfies Partial<InvoiceDocument>;

/** A proforma or delivery note as an invoice, for functions that compute or print amounts and accept invoices only. */
export const asInvoice = (document: WithLines<DocumentHeader>): InvoiceDocument => ({
  ...BLANK,
  idempotencyKey: null,
  ...document,
  status: 'draft',
});

/** A new draft with the defaults of INV-15, before the values of the request are set. */
export function blankInvoice(
  body: {
    issueDate: string;
    taxPointDate?: string | null | undefined;
    idempotencyKey?: string | null | undefined;
    invoiceTypeCode?: string | null | undefined;
  },
  context: Pick<DraftingContext, 'company' | 'bankAccounts'>,
  by: PersonRef,
): InvoiceDocument {
  const at = instant();
  return {
    companyId: context.company.id,
    id: newId(),
    version: 1,
    number: `DRAFT-${randomHex(4)}`,
    sequence: null,
    status: 'draft',
    ...BLANK,
    // The seller of a self-billed invoice is the client; whether the client uses VAT on collection is not known.
    tvaLaIncasare: vatTermsOf(context.company, { ...body, taxPointDate: body.taxPointDate ?? null }).onCollection,
    seriesId: null,
    series: null,
    issueDate: body.issueDate,
    dueDate: null,
    currency: DEFAULT_CURRENCY,
    exchangeRate: '1',
    exchangeRateDate: null,
    seller: sellerOf(context.company, context.bankAccounts, { currency: DEFAULT_CURRENCY, issueDate: body.issueDate }),
    clientId: null,
    client: null,
    idempotencyKey: body.idempotencyKey ?? null,
    lines: [],
    subtotal: '0.00',
    discount: '0.00',
    vatTotal: '0.00',
    total: '0.00',
    vatGroups: [],
    issuedAt: null,
    cancellationReason: null,
    cancelledAt: null,
    createdBy: by,
    createdAt: at,
    updatedAt: at,
  };
}
