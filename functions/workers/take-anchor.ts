import { anchorTask, takeAnchor } from '#shared/documents/anchors/take.ts';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineWorker(
  {
    summary: 'Stores the ends of the hash chains of a company where nobody can change them',
    queue: 'anchors',
    message: anchorTask,
    uses: ['anchors:read', 'anchors:write'],
    memory: 1024,
    timeoutSeconds: 120,
    // Nobody waits for anchors: they must not use up the capacity of the table.
    maximumConcurrency: 3,
  },
  takeAnchor,
);
