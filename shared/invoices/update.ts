import type { Actor } from '../identity/model.ts';
import { instant, today } from '../kernel/clock.ts';
import { type FieldErrors, invalidFields } from '../kernel/errors.ts';
import { type Commit, retryOnContention } from '../store/transact.ts';
import { companyScope } from '../store/table.ts';
import { type DraftingContext, withChanges } from './draft.ts';
import { readClient } from '../parties/client.ts';
import { xmlKey } from '../documents/files.ts';
import { type CompanyId } from '../store/table.ts';
import type { ReadContext } from './context.ts';
import { movedMatchWrite } from './duplicates.ts';
import { filesFollowUp, makeFiles } from './make-files.ts';
import { newEvent, notification, personOf } from './events.ts';
import type { InvoiceChanges } from './input.ts';
import type { InvoiceDocument } from './model.ts';
import { changeWrites, readInvoice, type StoredInvoice } from './repository.ts';
import { permitted } from './rules.ts';

export interface UpdateRequest {
  loaded: StoredInvoice;
  changes: InvoiceChanges;
  context: DraftingContext;
  by: Actor;
  commit: Commit<StoredInvoice>;
}

/**
 * Changes an editable invoice: fields that the body names, lines as a whole (completions-documents §1.3).
 *
 * @throws 409 when its status allows no change; 404 and 422 of `withChanges`; 422 for dates.
 */
export async function updateInvoice(request: UpdateRequest): Promise<StoredInvoice> {
  const updated = await change(request);
  return updated.document.xmlPath ? { ...updated, document: await makeFiles(updated.document) } : updated;
}

function change({ loaded, changes, context, by, commit }: UpdateRequest): Promise<StoredInvoice> {
  return retryOnContention(async attempt => {
    const stored = attempt === 0 ? loaded : await readInvoice(companyScope(loaded.document.companyId), loaded.document.id);
    const before = permitted('update', stored?.document);
    const changed = withChanges(before, changes, context);
    checkDates(before, changed, changes);
    // A numbered document has its XML made anew, in a file of its own; drafts have none.
    const numbered = before.status !== 'draft';
    const after: InvoiceDocument = {
      ...changed,
      updatedAt: instant(),
      ...(numbered && { xmlPath: xmlKey(before, before.version + 1), pdfPath: null }),
    };
    // Lines that were not sent keep their identity, so that their items are not written again.
    const sameLines = !changes.lines && JSON.stringify(after.lines) === JSON.stringify(before.lines);
    const next = sameLines ? { ...after, lines: before.lines } : after;
    const event = newEvent('updated', null, 'Invoice updated', personOf(by));
    const result: StoredInvoice = { ...(stored ?? loaded), document: { ...next, version: before.version + 1 } };
    return commit(
      [
        ...changeWrites(before, next, [{ event, webhooks: [notification('invoice.updated', next)] }]),
        ...movedMatchWrite(before, next),
        ...(numbered ? [filesFollowUp(next)] : []),
      ],
      { ...result, events: [event, ...result.events] },
    );
  });
}

function checkDates(before: InvoiceDocument, after: InvoiceDocument, changes: InvoiceChanges): void {
  const errors: FieldErrors = {};
  const fault = (field: string, message: string): void => void (errors[field] ??= []).push(message);
  if (changes.issueDate && changes.issueDate > today()) fault('issueDate', 'must not be in the future');
  if (before.sequence !== null && after.issueDate.slice(0, 4) !== before.issueDate.slice(0, 4)) {
    fault('issueDate', 'must stay in the year of the number');
  }
  const named = changes.issueDate !== undefined || changes.dueDate !== undefined;
  if (named && after.dueDate !== null && after.dueDate < after.issueDate) fault('dueDate', 'must not be before issueDate');
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** The context with the client that the draft has already, where automatic VAT must know more of it than the draft's copy. */
export async function withKeptClient(
  company: CompanyId,
  document: InvoiceDocument,
  changes: InvoiceChanges,
  context: ReadContext,
): Promise<ReadContext> {
  const needed = changes.autoApplyVatRules && changes.clientId === undefined && document.clientId;
  return needed ? { ...context, client: await readClient(company, needed) } : context;
}
