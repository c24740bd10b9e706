import { type InvocationType, InvokeCommand } from '@aws-sdk/client-lambda';
import { environment } from '#shared/platform/aws/environment.ts';
import { lambda } from '#shared/platform/aws/lambda.ts';
import { Problem, unavailable, validation } from '#shared/base/kernel/errors.ts';
import type { PrintOptions } from './key.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** A request to the renderer. */
export interface RenderRequest {
  companyId: CompanyId;
  /** The kind of document, which selects its `Printing` (documents/files/complete.ts). */
  kind: string;
  id: string;
  options?: PrintOptions;
  /** As in `FileIdentity`. */
  asked?: Record<string, string> | undefined;
  /** For the files that an issue has named: a document that has changed since gets no PDF of another name. */
  asNamed?: boolean;
}

/** The renderer's response. */
export interface Rendered {
  pdfPath: string;
}

/** Milliseconds that a request waits until the renderer's event is accepted. */
const ACCEPTANCE = 2_000;

const SHORTEN = 'Try again; if it happens again, shorten its texts or the custom CSS of the PDF template configuration.';

/**
 * Invokes the renderer's Lambda function, which makes the missing files of a document, and waits for it.
 *
 * @param patience the longest wait in milliseconds
 * @throws 404 when there is no such document; 422 when the PDF would not show mandatory texts (`Unprintable`, `Illegible`); 503 when rendering fails or takes too long
 */
export async function render(request: RenderRequest, patience = 20_000): Promise<Rendered> {
  const failed = (cause: unknown): never => {
    throw unavailable('The PDF cannot be rendered now; try again.', { retryAfter: 5, cause });
  };
  const answer = await lambda()
    .send(invocation(request), { abortSignal: AbortSignal.timeout(patience) })
    .catch(failed);
  const payload = Buffer.from(answer.Payload ?? []).toString();
  if (answer.FunctionError) {
    const { errorType = '', errorMessage = '' } = JSON.parse(payload) as { errorType?: string; errorMessage?: string };
    if (errorType === 'Unprintable') throw validation(errorMessage, { customCss: [errorMessage] });
    if (errorType === 'Illegible') throw validation(errorMessage, { document: [errorMessage] });
    if (errorType === 'NoDocument') throw new Problem('not_found', errorMessage);
    if (errorType === 'TooSlow') throw unavailable(`${errorMessage} ${SHORTEN}`, { retryAfter: 30, cause: new Error(payload) });
    // Under the name of the function's own error: callers answer a throttle differently.
    failed(Object.assign(new Error(payload), { name: errorType || 'Error' }));
  }
  return JSON.parse(payload) as Rendered;
}

/** Invokes the renderer without waiting for the files. @throws errors of the invocation itself, such as a throttle */
export async function startRender(request: RenderRequest): Promise<void> {
  await lambda().send(invocation(request, 'Event'), { abortSignal: AbortSignal.timeout(ACCEPTANCE) });
}

const invocation = (request: RenderRequest, type: InvocationType = 'RequestResponse') =>
  new InvokeCommand({
    FunctionName: environment('renderFunction'),
    InvocationType: type,
    Payload: Buffer.from(JSON.stringify(request)),
  });
