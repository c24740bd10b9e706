import { InvokeCommand } from '@aws-sdk/client-lambda';
import { environment } from '#shared/platform/aws/environment.ts';
import { lambda } from '#shared/platform/aws/lambda.ts';
import { unavailable } from '#shared/base/kernel/errors.ts';
import type { WebhookAnswer, WebhookPost } from './post.ts';

/** Timeout of the call in milliseconds: longer than the function's own time limit. */
const PATIENCE_MS = 20_000;

/**
 * Posts a webhook through a separate Lambda function without permissions or data: the caller can access the table, so it must not
 * connect to receivers itself. The body may have up to 256 kB; the call normally ends within 15 seconds.
 *
 * @returns the receiver's answer, or the reason why there is none (`error`)
 * @throws 503 when the function itself fails; it may have posted, and the queue tries again
 */
export async function invokePostWebhook(post: WebhookPost): Promise<WebhookAnswer> {
  const failed = (cause: unknown): never => {
    throw unavailable('The webhook cannot be posted now; try again.', { retryAfter: 5, cause });
  };
  const answer = await lambda()
    .send(new InvokeCommand({ FunctionName: environment('postWebhookFunction'), Payload: Buffer.from(JSON.stringify(post)) }), {
      abortSignal: AbortSignal.timeout(PATIENCE_MS),
    })
    .catch(failed);
  const payload = Buffer.from(answer.Payload ?? []).toString();
  if (answer.FunctionError) failed(new Error(payload));
  return JSON.parse(payload) as WebhookAnswer;
}
