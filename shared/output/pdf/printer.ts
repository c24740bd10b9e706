import { gzipSync } from 'node:zlib';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { environment } from '#shared/platform/aws/environment.ts';
import { lambda } from '#shared/platform/aws/lambda.ts';
import type { SafeHtml } from '#shared/base/kernel/html.ts';

/** Milliseconds that the function is waited for: longer than a browser takes to start and to print, also if it has to be replaced. */
const PATIENCE_MS = 45_000;

/** What the function takes: the page as gzip in base64, since an invocation takes 6 MB. A page of 5,000 lines has 2 MB, and 0.3 MB so. */
export interface PrintRequest {
  page: string;
}

/** What it answers: the PDF in base64. That of 5,000 lines has 1 MB so. */
export interface PrintAnswer {
  pdf: string;
}

/**
 * Prints a page through a separate function without rights or data: the caller can reach the table and the bucket, so it must not run the
 * browser, which reads what customers wrote.
 *
 * @throws Error named `TooSlow` for a page that takes longer than it may; any other Error when the function fails
 */
export async function invokePrinter(page: SafeHtml): Promise<Uint8Array> {
  const request: PrintRequest = { page: gzipSync(page.markup, { level: 1 }).toString('base64') };
  const answer = await lambda().send(
    new InvokeCommand({ FunctionName: environment('printFunction'), Payload: Buffer.from(JSON.stringify(request)) }),
    { abortSignal: AbortSignal.timeout(PATIENCE_MS) },
  );
  const payload = Buffer.from(answer.Payload ?? []).toString();
  if (!answer.FunctionError) return Buffer.from((JSON.parse(payload) as PrintAnswer).pdf, 'base64');
  const { errorType, errorMessage } = JSON.parse(payload) as { errorType?: string; errorMessage?: string };
  throw Object.assign(
    new Error(errorMessage ?? 'The page could not be printed.'),
    errorType !== undefined && { name: errorType },
  );
}
