import type { InvoiceQuota } from '#shared/platform/access/invoice-quota.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { ReadContext } from '#shared/documents/common/drafting-context.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { convertedDraft, convertedInvoice } from '#shared/documents/invoices/convert.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { Company } from '#shared/model/company.ts';
import type { ProformaDocument } from '#shared/model/convertible/proforma.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import type { ProformaConversionRequest } from './input.ts';
import type { ProformaParts, StoredProforma } from './read.ts';
import { PROFORMAS } from './store.ts';

/** The result of a conversion. */
export interface ConvertedProforma {
  invoice: StoredInvoice;
  proforma: ProformaDocument;
}

export interface ProformaConversion {
  loaded: StoredProforma;
  request: ProformaConversionRequest;
  company: Company;
  /** Read for the client and the products of the proforma. */
  context: ReadContext;
  by: Actor;
  /** The limit of the organization's plan; undefined if it has none. */
  quota: InvoiceQuota | undefined;
  commit: Commit<ConvertedProforma>;
}

/**
 * Converts a proforma into a draft invoice, once: both are written in one transaction (PRO-16 to PRO-23).
 *
 * A proforma that is paid is converted together with its payment (`collect`), which is recorded for the draft as for a new invoice
 * with `collect`. It is written in the same transaction, so that a crash can neither lose the payment nor record it twice. The
 * invoice stays a draft, and keeps the payment when it is issued.
 *
 * @throws 404; 409 when it is converted, rejected or cancelled; 422 as `convertedDraft` and `collected`; 402 when
 * the plan allows no more invoices in this month
 */
export function convertProforma({
  loaded,
  request,
  company,
  context,
  by,
  quota,
  commit,
}: ProformaConversion): Promise<ConvertedProforma> {
  let invoice: StoredInvoice | undefined;
  const commitBoth = (writes: Parameters<typeof commit>[0], { document }: StoredProforma): Promise<ConvertedProforma> =>
    commit(writes, { invoice: invoice!, proforma: document });
  return transition<ProformaParts, ConvertedProforma>(PROFORMAS, loaded, 'convert', { commit: commitBoth }, stored => {
    const { document } = stored;
    const draft = convertedDraft(
      document,
      request,
      {
        fields: {
          invoiceTypeCode: document.invoiceTypeCode,
          language: document.language,
          paymentTerms: document.paymentTerms,
          orderNumber: document.orderNumber,
          contractNumber: document.contractNumber,
        },
        links: { proformaId: document.id, proformaReference: document.number },
      },
      { ...context, company, parent: undefined, parentLines: [], credits: [] },
      by,
    );
    const at = instant();
    const made = convertedInvoice(draft, by, quota, request.collect);
    invoice = made.invoice;
    return {
      after: { ...document, ...{ status: 'converted', convertedAt: at, convertedInvoiceId: draft.id, updatedAt: at } },
      event: newEvent('status_change', 'converted', 'Proforma converted into an invoice', personOf(by), {
        invoiceId: draft.id,
      }),
      also: { writes: made.writes },
    };
  });
}
