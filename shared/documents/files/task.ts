import { type DeferredTask, deferTask, taskDone } from '../../store/deferred-tasks.ts';
import { companyScope } from '../../store/table.ts';
import type { Write } from '../../store/transact.ts';
import type { FileIdentity } from '../../pdf/key.ts';

/** The deferred tasks "make the files of this document". */
export const FILES_TASK = 'render';

/** Seconds after which the sweep looks whether a document has its files. */
const FILES_DUE = 60;

/** A document of some kind. */
export type FiledDocument = Pick<FileIdentity, 'companyId' | 'kind' | 'id'>;

const filesTask = ({ companyId, kind, id }: FiledDocument): DeferredTask => ({ kind: FILES_TASK, companyId, id, subject: kind });

/** The write that has a document's files made, also when this process dies before it has made them. */
export const deferFiles = (document: FiledDocument): Write =>
  deferTask(companyScope(document.companyId), filesTask(document), FILES_DUE);

/** The write that says that a document has its files, or is to have none. */
export const filesDone = (document: FiledDocument): Write => taskDone(companyScope(document.companyId), filesTask(document));
