import type { Actor } from '#shared/platform/access/model.ts';
import type { ConvertibleContext } from '#shared/documents/common/convertible/context.ts';
import { blankConvertible, draftedWith } from '#shared/documents/common/convertible/draft.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { ProformaDocument } from '#shared/model/convertible/proforma.ts';
import type { ProformaBody } from './input.ts';

/** Builds proformas from requests. Pure. */

/** A new proforma without number. @throws 404, 422 as `draftedWith` */
export function newProforma(body: ProformaBody, context: ConvertibleContext, by: Actor): ProformaDocument {
  const blank: ProformaDocument = {
    ...blankConvertible(context, by),
    status: 'draft',
    ...{ invoiceTypeCode: '380', language: 'ro', validUntil: body.validUntil },
    ...{ paymentTerms: null, orderNumber: null, contractNumber: null },
    ...{ rejectionReason: null, rejectionNotes: null, sentAt: null, acceptedAt: null, rejectedAt: null },
  };
  return proformaWith(blank, body, context);
}

/**
 * The proforma with the values of a request; fields that the request omits get their defaults.
 *
 * @throws 404, 422 as `draftedWith`
 */
export function proformaWith(draft: ProformaDocument, body: ProformaBody, context: ConvertibleContext): ProformaDocument {
  const stated: ProformaDocument = {
    ...draft,
    validUntil: body.validUntil,
    invoiceTypeCode: body.invoiceTypeCode ?? '380',
    language: body.language ?? 'ro',
    paymentTerms: body.paymentTerms ?? null,
    orderNumber: body.orderNumber ?? null,
    contractNumber: body.contractNumber ?? null,
  };
  return draftedWith(stated, body, context, {
    kind: KINDS.proforma,
    seriesId: body.seriesId,
    check: ({ issueDate, validUntil, invoiceTypeCode }, report) => {
      if (validUntil < issueDate) report('validUntil', 'must not be before issueDate');
      if (!/^\d{3}$/.test(invoiceTypeCode)) report('invoiceTypeCode', 'must be a three-digit UNTDID 1001 code');
    },
  });
}
