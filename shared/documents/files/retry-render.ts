import { Problem } from '../../kernel/errors.ts';
import { log } from '../../kernel/log.ts';
import { render } from '../../pdf/renderer.ts';
import { transact } from '../../store/transact.ts';
import { type FiledDocument, filesDone } from './task.ts';

/**
 * Recovers the missing files of a document whose process died before it had made them. A document of which no PDF can be made as it is
 * (422) is left alone: a retry changes nothing, a request for its PDF is answered with the reason, and the PDF is made by the first
 * request after the document or the configuration has changed.
 *
 * @throws 503 when the renderer fails: the queue tries again.
 */
export async function retryRender({ companyId, kind, id }: FiledDocument): Promise<void> {
  try {
    await render({ companyId, kind, id });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'validation_error') throw error;
    log.warn('No PDF can be made', { kind, id, error: error.message });
    await transact([filesDone({ companyId, kind, id })]);
  }
}
