import { type DeferredTask, deferTask, finishTask, taskDone } from '#shared/platform/store/deferred-tasks.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import type { FileIdentity } from '#shared/output/pdf/key.ts';

/** The kind of the deferred task "make the files of this document". */
export const FILES_TASK = 'render';

/** Seconds after which the sweep queues the task, if the process that left it has not removed it. */
export const FILES_DUE = 60;

export type FiledDocument = Pick<FileIdentity, 'companyId' | 'kind' | 'id'>;

const filesTask = ({ companyId, kind, id }: FiledDocument): DeferredTask => ({ kind: FILES_TASK, companyId, id, subject: kind });

/**
 * The write that leaves the deferred task: the files are made even if this process dies before it has invoked the renderer.
 *
 * @param version the version of the document whose files are to be made
 */
export const deferFiles = (document: FiledDocument, version: number): Write =>
  deferTask(document.companyId, { ...filesTask(document), version }, FILES_DUE);

/** The write that removes the deferred task: the document has its files, or cannot have any. */
export const filesDone = (document: FiledDocument): Write => taskDone(document.companyId, filesTask(document));

/** Removes the deferred task, because the files of this version exist. The task of a later version stays: its files are others. */
export const filesMade = (document: FiledDocument, version: number): Promise<void> =>
  finishTask(document.companyId, { ...filesTask(document), version });
