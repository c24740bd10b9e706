import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { trusted } from '#shared/base/kernel/html.ts';
import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';
import { printPage } from '#shared/output/pdf/browser.ts';
import type { PrintAnswer } from '#shared/output/pdf/printer.ts';

/** The largest page that is unpacked: some 60,000 lines. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Owns the browser, which reads what customers wrote, so it may do nothing else: no rights on the table, the bucket or the queues. */
export const handler = defineTask(
  {
    summary: 'Prints a page as PDF',
    input: z.strictObject({ page: z.base64() }),
    table: 'none',
    memory: 2048,
    timeoutSeconds: 50,
    reservedConcurrency: 100,
  },
  async ({ page }): Promise<PrintAnswer> => {
    // The browser treats every page as hostile, also our own.
    const markup = trusted(gunzipSync(Buffer.from(page, 'base64'), { maxOutputLength: MOST_BYTES }).toString());
    return { pdf: Buffer.from(await printPage(markup)).toString('base64') };
  },
);
