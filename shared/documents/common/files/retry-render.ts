import { Problem } from '#shared/base/kernel/errors.ts';
import { log } from '#shared/base/kernel/log.ts';
import { render } from '#shared/output/pdf/renderer.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { type FiledDocument, filesDone } from './task.ts';

const WILL_FAIL_AGAIN: readonly string[] = ['not_found', 'validation_error'];

/**
 * Makes the missing files of a document whose process died before it had made them. If there is no such document (404), or it cannot
 * be rendered as it is (422), the task is removed, since a retry would fail again: requests for the PDF are answered with the reason,
 * and the first request after the document or the configuration has changed renders it.
 *
 * @throws 503 when the renderer fails: the queue delivers the message again
 */
export async function retryRender({ companyId, kind, id }: FiledDocument): Promise<void> {
  try {
    await render({ companyId, kind, id });
  } catch (error) {
    if (!(error instanceof Problem) || !WILL_FAIL_AGAIN.includes(error.code)) throw error;
    log.warn('PDF cannot be rendered, not retried', { kind, id, error: error.message });
    await transact([filesDone({ companyId, kind, id })]);
  }
}
