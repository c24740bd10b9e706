import { anchorTask, takeAnchor } from '#shared/documents/anchors/take.ts';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineRareWorker(
  {
    summary: 'Stores the ends of the hash chains of a company where nobody can change them',
    message: anchorTask,
    uses: ['anchors:read', 'anchors:write'],
    memory: 1024,
    timeoutSeconds: 120,
  },
  takeAnchor,
);
