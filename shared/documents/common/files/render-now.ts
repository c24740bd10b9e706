import { log } from '#shared/base/kernel/log.ts';
import { render, type Rendered } from '#shared/output/pdf/renderer.ts';
import type { FiledDocument } from './task.ts';

/**
 * Milliseconds that a request which changes a document waits for the PDF. The change succeeds even if the renderer is busy for
 * longer.
 */
const PATIENCE = 5_000;

/**
 * Renders the PDF of a document that was just committed. Undefined when that fails or takes too long: then the deferred task does
 * it.
 */
export async function renderNow({ companyId, kind, id }: FiledDocument): Promise<Rendered | undefined> {
  try {
    return await render({ companyId, kind, id }, PATIENCE);
  } catch (error) {
    log.warn('PDF not rendered in time, the deferred task will retry', { kind, id, error: (error as Error).name });
    return undefined;
  }
}
