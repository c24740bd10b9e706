import * as z from 'zod';
import { setting } from '#shared/platform/settings/settings.ts';
import { runSchematron } from '#shared/authority/einvoice/official/schematron.ts';
import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';

/** The only function with the processor of the official rules: invoked for full validation. */
export const handler = defineTask(
  {
    summary: 'Validates a UBL document against the official Schematron rules',
    input: z.object({ xml: z.string() }),
    table: 'none',
    uses: ['artifacts:read'],
    memory: 1769,
    timeoutSeconds: 60,
    reservedConcurrency: 20,
  },
  ({ xml }) => runSchematron(xml, setting('EINVOICE_ARTIFACTS')),
);
