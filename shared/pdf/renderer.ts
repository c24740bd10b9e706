import { InvokeCommand } from '@aws-sdk/client-lambda';
import { environment } from '../aws/environment.ts';
import { lambda } from '../aws/lambda.ts';
import { unavailable, validation } from '../kernel/errors.ts';
import type { PrintOptions } from './key.ts';

/** What the renderer is asked for. */
export interface RenderRequest {
  companyId: string;
  /** The kind of document: `Printing` (documents/files/complete.ts) says how it is made. */
  kind: string;
  id: string;
  options?: PrintOptions;
}

/** What it made. */
export interface Rendered {
  pdfPath: string;
  /** Version of the document after the file was noted on it; null where it is not: on drafts, and of prints with options. */
  version: number | null;
}

const SHORTEN = 'Try again; if it happens again, shorten its texts or the custom CSS of the PDF template configuration.';

/**
 * Has the renderer make the files of a document that are missing, and waits for it, but no longer than `patience`
 * milliseconds.
 *
 * @throws 422 when the PDF would not show what it must, or cannot; 503 when it fails: the deferred task has it tried
 *   again.
 */
export async function render(request: RenderRequest, patience = 20_000): Promise<Rendered> {
  const failed = (cause: unknown): never => {
    throw unavailable('The PDF cannot be rendered now; try again.', { retryAfter: 5, cause });
  };
  const answer = await lambda()
    .send(new InvokeCommand({ FunctionName: environment('renderFunction'), Payload: Buffer.from(JSON.stringify(request)) }), {
      abortSignal: AbortSignal.timeout(patience),
    })
    .catch(failed);
  const payload = Buffer.from(answer.Payload ?? []).toString();
  if (answer.FunctionError) {
    const { errorType = '', errorMessage = '' } = JSON.parse(payload) as { errorType?: string; errorMessage?: string };
    if (errorType === 'Unprintable') throw validation(errorMessage, { customCss: [errorMessage] });
    if (errorType === 'Illegible') throw validation(errorMessage, { document: [errorMessage] });
    if (errorType === 'TooSlow') throw unavailable(`${errorMessage} ${SHORTEN}`, { retryAfter: 30, cause: new Error(payload) });
    failed(new Error(payload));
  }
  return JSON.parse(payload) as Rendered;
}
