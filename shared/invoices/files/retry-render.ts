import { render } from '../../pdf/renderer.ts';
import { Problem } from '../../kernel/errors.ts';
import { log } from '../../kernel/log.ts';
import { transact } from '../../store/transact.ts';
import { filesDone } from './files-task.ts';

/**
 * Has the renderer make the files of a document that were left out. A document of which no PDF can be made as it is (422) is left
 * alone: asking again changes nothing, whoever asks for its PDF is told why, and the PDF is made on the first request after the
 * document or the configuration has changed.
 *
 * @throws 503 when the renderer fails: the queue tries again.
 */
export async function renderLeftBehind(companyId: string, invoiceId: string): Promise<void> {
  try {
    await render({ companyId, invoiceId });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'validation_error') throw error;
    log.warn('No PDF can be made', { invoiceId, error: error.message });
    await transact([filesDone({ companyId, id: invoiceId })]);
  }
}
