import { type DeferredTask, deferTask, taskDone } from '../../store/deferred-tasks.ts';
import { companyScope } from '../../store/table.ts';
import type { Write } from '../../store/transact.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';

/** The deferred tasks "make the files of this document". */
export const FILES_TASK = 'render';

/** Seconds after which the sweep looks whether a document has its files. */
const FILES_DUE = 60;

type Named = Pick<InvoiceDocument, 'companyId' | 'id'>;

const filesTask = ({ companyId, id }: Named): DeferredTask => ({ kind: FILES_TASK, companyId, id });

/** The write that has a document's files made, also when this process dies before it has made them. */
export const deferFiles = (document: Named): Write => deferTask(companyScope(document.companyId), filesTask(document), FILES_DUE);

/** The write that says that a document has its files, or is to have none. */
export const filesDone = (document: Named): Write => taskDone(companyScope(document.companyId), filesTask(document));
