import { type DeferredTask, deferTask, taskDone } from '#shared/platform/store/deferred-tasks.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import type { FileIdentity } from '#shared/output/pdf/key.ts';

/** The kind of the deferred task "make the files of this document". */
export const FILES_TASK = 'render';

/** Seconds after which the sweep queues the task, if the process that left it has not removed it. */
const FILES_DUE = 60;

export type FiledDocument = Pick<FileIdentity, 'companyId' | 'kind' | 'id'>;

const filesTask = ({ companyId, kind, id }: FiledDocument): DeferredTask => ({ kind: FILES_TASK, companyId, id, subject: kind });

/** The write that leaves the deferred task: the files are made even if this process dies before it has made them. */
export const deferFiles = (document: FiledDocument): Write => deferTask(document.companyId, filesTask(document), FILES_DUE);

/** The write that removes the deferred task: the document has its files, or cannot have any. */
export const filesDone = (document: FiledDocument): Write => taskDone(document.companyId, filesTask(document));
