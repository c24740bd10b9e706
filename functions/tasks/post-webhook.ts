import * as z from 'zod';
import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';
import { postWebhook } from '#shared/output/webhooks/post/post.ts';

const MOST_BYTES = 256 * 1024;

/** The characters that HTTP allows in header names and values (RFC 9110 §5.1, §5.5). */
const headers = z
  .record(
    z
      .string()
      .max(100)
      .regex(/^[\w!#$%&'*+.^`|~-]+$/),
    z
      .string()
      .max(4096)
      .regex(/^[\t\x20-\x7e]*$/),
  )
  .refine(all => Object.keys(all).length <= 20, 'at most 20 headers');

/** Connects to URLs that companies configure, so it has no permissions on the table, the bucket or the queues. */
export const handler = defineTask(
  {
    summary: 'Posts a webhook to its receiver',
    input: z.strictObject({
      url: z.string().max(2048),
      headers,
      body: z.string().refine(body => Buffer.byteLength(body) <= MOST_BYTES, `at most ${MOST_BYTES} bytes`),
    }),
    table: 'none',
    timeoutSeconds: 15,
  },
  postWebhook,
);
