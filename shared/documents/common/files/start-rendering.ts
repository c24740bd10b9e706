import { log } from '#shared/base/kernel/log.ts';
import { startRender } from '#shared/output/pdf/renderer.ts';
import type { FiledDocument } from './task.ts';

/**
 * Has the renderer make the files of a document that was just committed, without waiting for them: the document has their names
 * already, and a request for a file that is not there yet makes it. If the renderer cannot be invoked, the deferred task invokes it.
 *
 * @param version of the document that was committed
 */
export async function startRendering({ companyId, kind, id }: FiledDocument, version: number): Promise<void> {
  try {
    await startRender({ companyId, kind, id, version });
  } catch (error) {
    log.warn('Renderer not invoked, the deferred task will retry', { kind, id, error: (error as Error).name });
  }
}
