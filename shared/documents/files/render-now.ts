import { log } from '../../kernel/log.ts';
import { render, type Rendered } from '../../pdf/renderer.ts';
import type { FiledDocument } from './task.ts';

/** Milliseconds that the caller of a change waits for the PDF; a queue of documents before it must not fail the change. */
const PATIENCE = 5_000;

/** Has the PDF of a document that was just committed made at once; undefined where that fails, and is left to the deferred task. */
export async function renderNow({ companyId, kind, id }: FiledDocument): Promise<Rendered | undefined> {
  try {
    return await render({ companyId, kind, id }, PATIENCE);
  } catch (error) {
    log.warn('PDF left to the deferred task', { kind, id, error: (error as Error).name });
    return undefined;
  }
}
