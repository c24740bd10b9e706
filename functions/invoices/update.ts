import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { withVatAnswer } from '#shared/documents/invoices/automatic-vat.ts';
import { readInvoiceContext } from '#shared/documents/invoices/drafting-context.ts';
import { invalidDocumentBody } from '#shared/documents/invoices/invalid-body.ts';
import { isCreditNoteUpdate } from '#shared/documents/invoices/kind-of-update.ts';
import { presentChanged } from '#shared/documents/invoices/present/changed.ts';
import { isAnnotation, refuseBooking } from '#shared/documents/invoices/received/is-annotation.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { readInvoice, type StoredInvoice } from '#shared/documents/invoices/read.ts';
import { permittedInvoice } from '#shared/documents/invoices/states.ts';
import { changeReminders, setsRemindersAlone, updateAction } from '#shared/documents/invoices/reminders.ts';
import { updateInvoice, withKept } from '#shared/documents/invoices/update.ts';

export const handler = defineEndpoint(
  {
    method: 'PUT',
    path: '/api/v1/invoices/{uuid}',
    summary: 'Change an invoice that is still editable, or replace a credit note',
    auth: 'company',
    permission: 'invoice.edit',
    body: () => import('#shared/documents/invoices/input.ts').then(input => input.documentChanges),
    invalidBody: invalidDocumentBody,
    responses: { 200: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.changedSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.invoice, company, params.uuid),
    uses: ['documents:write', 'documents:lock', 'render:invoke'],
    read: async ({ company, params, body }) => {
      const [stored, context] = await Promise.all([readInvoice(company, params.uuid), readInvoiceContext(company, body)]);
      // An invalid body is answered with its field errors, even when the document is a received one that allows only annotations.
      const isUnread = body === undefined && stored?.document.status === 'synced';
      if (!isUnread && (!stored || !isAnnotation(stored.document, body))) permittedInvoice(updateAction(body), stored?.document);
      return { stored, context };
    },
    present: presentChanged,
  },
  async ({ company, companyId, actor, body, loaded: { stored, context }, commit }) => {
    if (stored && isAnnotation(stored.document, body)) {
      const { annotate } = await import('#shared/documents/invoices/received/annotate.ts');
      return annotate(stored, body, actor, commit);
    }
    const document = permittedInvoice(updateAction(body), stored?.document);
    refuseBooking(body);
    const loaded = { payments: [], events: [], creditNotes: [], ...stored, document };
    const request = { loaded, by: actor, commit };
    if (isCreditNoteUpdate(document, body)) {
      const { updateCreditNote } = await import('#shared/documents/credit-notes/update.ts');
      return updateCreditNote<StoredInvoice>(INVOICES, { ...request, body, context: { ...context, company } });
    }
    if (setsRemindersAlone(body))
      return changeReminders({ loaded, disabled: body.remindersDisabled ?? false, by: actor, commit });
    const complete = await withVatAnswer(body, await withKept(companyId, document, body, context));
    return updateInvoice({ ...request, changes: body, context: { ...complete, company } });
  },
);
