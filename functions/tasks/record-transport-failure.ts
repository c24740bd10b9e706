import * as z from 'zod';
import { recordTransportFailure, transportTask } from '#shared/documents/delivery-notes/transport/sending/tasks.ts';
import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineTask(
  {
    summary: 'Records that a transport declaration could not be sent, or was not answered',
    input: transportTask.extend({ failure: z.string() }),
  },
  ({ failure, ...task }) => recordTransportFailure(task, failure),
);
