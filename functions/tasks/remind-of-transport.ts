import * as z from 'zod';
import { remindOfEnd } from '#shared/documents/delivery-notes/transport/sending/remind.ts';
import { transportTask } from '#shared/documents/delivery-notes/transport/sending/tasks.ts';
import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineTask(
  {
    summary: 'Requests the mail that the identifier (UIT) of a transport expires',
    input: transportTask.extend({ validUntil: z.iso.date() }),
  },
  ({ validUntil, ...task }) => remindOfEnd(task, validUntil),
);
